select a11y.take(:'name');
