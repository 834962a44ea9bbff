"""What axe-core finds on a page: less of what is alike, and all that is not."""

try:
    from axe_playwright_python.sync_playwright import Axe
except ImportError:
    Axe = None

# Those that differ from light in nothing but color: of the page's structure axe says nothing new there.
COLOURS = {"dark", "forced colours", "forced colours, dark", "more contrast", "more contrast, dark"}


def axe(page, allowed=(), mode="light") -> list:
    """What axe-core finds with every rule it has, in a line each: violations, and what it could not decide.

    What the page hides is shown first: axe does not look at what nobody sees, and says so for each. Of the parts of a list it
    looks at those that have something of which fewer than two were kept before, and in a mode that changes colors alone, with
    the rules about color.
    """
    page.evaluate("""() => {
      // Elements are alike that have the same name, kind and attributes, and so those around them, whatever they say.
      const own = (element) => [element.tagName, ...Array.from(element.attributes, ({ name, value }) =>
        ['class', 'role', 'type'].includes(name) ? name + '=' + value : name).sort(),
        Array.from(element.childNodes).some((node) => node.nodeType === 3 && node.data.trim())].join(' ');
      const part = ['main', 'section', 'form', 'ol', 'ul', 'tbody'].map((name) => name + ' > *').join();
      const namers = {};
      for (const element of document.querySelectorAll('[aria-labelledby], [aria-describedby], [for]')) {
        for (const name of ['aria-labelledby', 'aria-describedby', 'for']) {
          for (const id of (element.getAttribute(name) || '').split(' ')) (namers[id] = namers[id] || []).push(element);
        }
      }
      // A row of headings alone stays or goes with the row below it.
      const isHeading = (row) => row?.matches('tr') && Array.from(row.children).every((cell) => cell.matches('th'));
      const kept = {}, within = new Set(), gone = new Set();
      // From the last to the first: a part comes after those inside of it, and stays where one of them does.
      for (const one of Array.from(document.querySelectorAll(part)).reverse()) {
        if (isHeading(one.previousElementSibling)) continue;
        const group = isHeading(one) && one.nextElementSibling ? [one, one.nextElementSibling] : [one];
        const inside = group.flatMap((each) =>
          [each, ...each.querySelectorAll('*')].filter((element) => element.closest(part) === each));
        const forms = Array.from(new Set(inside.map((element) =>
          [element.parentElement.parentElement, element.parentElement, element].map(own).join(' > '))));
        const isNamed = inside.some(({ id }) => (id && namers[id] || []).some((other) => !one.contains(other)));
        if (!isNamed && !within.has(one) && forms.every((form) => kept[form] > 1)) {
          for (const each of group) gone.add(each);
        } else {
          for (const form of forms) kept[form] = (kept[form] || 0) + 1;
          within.add(one.parentElement.closest(part));
        }
      }
      // No list is left without a part.
      for (const { children } of document.querySelectorAll('ol, ul, tbody')) {
        if (Array.from(children).every((one) => gone.has(one))) {
          for (const one of Array.from(children).slice(0, isHeading(children[0]) ? 2 : 1)) gone.delete(one);
        }
      }
      for (const one of gone) one.remove();
      for (const element of document.querySelectorAll('[hidden]')) element.hidden = false;
      for (const element of document.querySelectorAll('details')) element.open = true;
    }""")
    return found_by_axe(page, allowed, mode)


def found_by_axe(page, allowed=(), mode="light") -> list:
    """The same on the page as it stands: for one that shows one screen at a time. To find what is behind a text takes axe
    longer than all else: of the texts that look alike, in what looks alike, and on the same grounds, it looks at one."""
    # What stands on the screen is hidden on paper, and the other way round; each has its own mode.
    allowed = {*allowed, ("incomplete", "hidden-content")}
    checker = Axe()
    page.evaluate(checker.axe_script)
    found = page.evaluate("""(tags) => {
      const known = new Map(), seen = new Set();
      const looks = (element, names) => names.map((name) => getComputedStyle(element)[name]).join();
      const grounds = (element) => {
        if (element && !known.has(element)) {
          known.set(element, [grounds(element.parentElement), looks(element, ['backgroundColor', 'backgroundImage', 'opacity',
            'filter', 'mixBlendMode', 'position', 'clip', 'clipPath']), ...['::before', '::after'].map((part) =>
            getComputedStyle(element, part).content)].join(' / '));
        }
        return known.get(element);
      };
      for (const element of document.body.querySelectorAll('*')) {
        // One that nobody sees stands for no other.
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        if (!element.matches('input, select, textarea')
            && !Array.from(element.childNodes).some((node) => node.nodeType === 3 && node.data.trim())) continue;
        const form = [...[element, element.parentElement].map((one) => one.tagName + ' ' + one.getAttribute('class')),
          looks(element, ['color', 'fontSize', 'fontWeight', 'textShadow', 'display']), grounds(element)].join(' | ');
        if (!seen.has(form)) element.setAttribute('data-looked-at', '');
        seen.add(form);
      }
      const rules = ['color-contrast', 'color-contrast-enhanced'];
      axe.configure({ rules: rules.map((id) => ({ id, selector: '[data-looked-at]' })) });
      const runOnly = axe.getRules(tags || undefined).map((rule) => rule.ruleId);
      return axe.run(document, { runOnly, resultTypes: ['violations', 'incomplete'] });
    }""", ["cat.color"] if mode in COLOURS else None)
    return [
        f"{kind} {rule['id']}: {node['target']} {node['failureSummary']}" for kind in ("violations", "incomplete")
        for rule in found[kind] if (kind, rule["id"]) not in allowed for node in rule["nodes"][:3]]
