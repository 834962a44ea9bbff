int cdigest_placeholder;
