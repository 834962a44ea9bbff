"""Offline re-statement of "Add data from other tests" (importAssertions) of the WCAG-EM Report Tool 3.0.3,
repository w3c/wai-wcag-em-report-tool, commit 08f3173a8e8181a87ae54ca01db987a6734c00a2
(src/stores/earl/assertionStore/index.js, src/data/jsonld/appContext.js, src/scripts/jsonld.js, src/scripts/urls.js).

    imported(document, sample=None) -> list of the assertions that would be imported
    report(document, sample=None)   -> {"total", "imported", "rejected": [(n, why)], "fatal": None or text}

sample: the page addresses of the evaluation's sample (texts of title/description are enough). None = accept every subject
from which a usable http(s) address can be read. A "fatal" fault means the tool throws and imports NOTHING.
Supported JSON-LD: inline @context (objects, arrays of objects), prefixes, @vocab, @id/@type aliases, coercion to @id/@vocab,
@reverse terms, @graph, nesting, top-level arrays, full IRIs. Remote contexts are refused (report: fatal).
"""
import json
import pathlib
import re
from urllib.parse import urlsplit

EARL, DCT, SCHEMA = "http://www.w3.org/ns/earl#", "http://purl.org/dc/terms/", "http://schema.org/"
# prefixes of the tool's importContext; WCAG22 is NOT one of them
PREFIXES = {"earl": EARL, "dcterms": DCT, "schema": SCHEMA, "WAI": "http://www.w3.org/WAI/",
            "wcagem": "http://www.w3.org/TR/WCAG-EM/#", "reporter": "http://github.com/w3c/wai-wcag-em-report-tool/",
            "WCAG": "http://www.w3.org/TR/WCAG/#", "WCAG20": "http://www.w3.org/TR/WCAG20/#",
            "WCAG21": "http://www.w3.org/TR/WCAG21/#"}
TERMS = {EARL + k: k for k in ("assertedBy", "mode", "result", "subject", "test", "outcome")}
TERMS.update({DCT + k: k for k in ("title", "description", "summary", "date", "hasPart", "isPartOf")})
TERMS[SCHEMA + "name"] = "name"
TERMS.update({EARL + k: k for k in ("Assertion", "TestMode", "TestCriterion", "TestCase", "TestRequirement", "TestSubject",
                                    "TestResult", "OutcomeValue", "Pass", "Fail", "CannotTell", "NotApplicable", "NotTested")})
TERMS.update({SCHEMA + k: k for k in ("WebSite", "WebPage")})
TERMS.update({"http://www.w3.org/TR/WCAG-EM/#website": "Website", "http://www.w3.org/TR/WCAG-EM/#webpage": "Webpage"})
OUTCOMES = ("earl:passed", "earl:failed", "earl:cantTell", "earl:inapplicable", "earl:untested")
URL = re.compile(r"((https?)://)([\da-z.-]+)\.([a-z.]{2,6})([-\w\d@:%_+.~#?,&/=]+)", re.ASCII)

# The number of each criterion by each of its names, as the tool's src/data/wcag.json has them.
CRITERIA = json.loads((pathlib.Path(__file__).parent / "Fixtures/wcag-em/criteria.json").read_text())


class Fatal(Exception):
    """The tool throws here: nothing at all is imported."""


# ---------------------------------------------------------------- expansion (small JSON-LD subset)
def _context(active, ctx):
    if ctx is None:
        return {}
    if isinstance(ctx, list):
        for one in ctx:
            active = _context(active, one)
        return active
    if isinstance(ctx, str):
        raise Fatal("remote @context " + ctx + ": needs the network")
    out = dict(active)
    out.update(ctx)
    return out


def _iri(ctx, value, vocab, seen=()):
    if not isinstance(value, str) or value.startswith("@") or value in seen:
        return value
    if vocab and value in ctx:
        definition = ctx[value]
        if definition is None:
            return None
        target = definition if isinstance(definition, str) else definition.get("@id", definition.get("@reverse"))
        if target is not None and target != value:
            return _iri(ctx, target, True, seen + (value,))
    if ":" in value:
        prefix, rest = value.split(":", 1)
        if prefix == "_" or rest.startswith("//"):
            return value
        if isinstance(ctx.get(prefix), (str, dict)):
            return _iri(ctx, prefix, True, seen + (value,)) + rest
        return value                      # an undeclared prefix stays as it is: WCAG22:reflow works that way
    if vocab:                             # a term without a definition is dropped
        return ctx["@vocab"] + value if isinstance(ctx.get("@vocab"), str) else None
    return value


class _Graph:
    def __init__(self):
        self.nodes, self.count = {}, 0

    def node(self, identifier):
        if identifier is None:
            identifier = "_:auto" + str(self.count)
            self.count += 1
        return identifier, self.nodes.setdefault(identifier, {"@type": []})

    def add(self, item, ctx):
        """Adds one node object; returns its @id."""
        if "@context" in item:
            ctx = _context(ctx, item["@context"])
        content = [(_iri(ctx, key, True), key, value) for key, value in item.items() if key != "@context"]
        own = next((v for k, _, v in content if k == "@id"), None)
        content = [p for p in content if p[0] != "@id"]
        for prop, _, value in content:
            if prop == "@graph":
                for part in self._list(value):
                    if isinstance(part, dict):
                        self.add(part, ctx)
        content = [p for p in content if p[0] != "@graph"]
        if not content and own is None:
            return None
        identifier, node = self.node(_iri(ctx, own, False))
        for prop, key, value in content:
            if prop == "@type":
                node["@type"] += [t for t in (_iri(ctx, v, True) for v in self._list(value)) if t and t not in node["@type"]]
            elif prop == "@reverse":
                for back, subjects in value.items():
                    self._reverse(_iri(ctx, back, True), subjects, identifier, ctx)
            elif prop and not prop.startswith("@") and ":" in prop:
                definition = ctx.get(key) if isinstance(ctx.get(key), dict) else {}
                if "@reverse" in definition:
                    self._reverse(prop, value, identifier, ctx)
                    continue
                for entry in self._list(value):
                    entry = self._value(entry, definition, ctx)
                    if entry is not None and entry not in node.setdefault(prop, []):
                        node[prop].append(entry)
        return identifier

    def _reverse(self, prop, subjects, identifier, ctx):
        for subject in self._list(subjects):
            other = self.add(subject, ctx) if isinstance(subject, dict) else self.node(_iri(ctx, subject, False))[0]
            self.nodes[other].setdefault(prop, []).append({"@id": identifier})

    @staticmethod
    def _list(value):
        if isinstance(value, dict) and len(value) == 1 and set(value) & {"@set", "@list"}:
            value = next(iter(value.values()))
        return value if isinstance(value, list) else [value]

    def _value(self, entry, definition, ctx):
        if entry is None:
            return None
        if isinstance(entry, dict):
            if "@value" in entry:
                return entry
            identifier = self.add(entry, ctx)
            return {"@id": identifier if identifier is not None else self.node(None)[0]}
        kind = definition.get("@type")
        if isinstance(entry, str) and kind in ("@id", "@vocab"):
            return {"@id": self.node(_iri(ctx, entry, kind == "@vocab"))[0]}
        if kind and kind not in ("@id", "@vocab", "@none"):
            return {"@value": entry, "@type": kind}
        language = definition.get("@language", ctx.get("@language"))
        if isinstance(entry, str) and language:
            return {"@value": entry, "@language": language}
        return {"@value": entry}


# ---------------------------------------------------------------- framing: {"@type": earl:Assertion}, @once, pruned blank ids
def _compact(iri):
    for name, start in PREFIXES.items():
        if iri.startswith(start) and iri != start:
            return name + ":" + iri[len(start):]
        if iri.startswith(name + ":"):    # e.g. WCAG21:reflow when the document does not declare WCAG21
            raise Fatal("file format is not recognized: IRI " + iri + " confused with the tool's prefix " + name)
    return iri


def frame(document):
    """The assertions as the tool sees them after jsonld.frame(): terms of importContext, `id`, `type`."""
    graph = _Graph()
    for item in document if isinstance(document, list) else [document]:
        if isinstance(item, dict):
            graph.add(item, {})
    uses = {}

    def embed(identifier, done):
        uses[identifier] = uses.get(identifier, 0) + 1
        out, node = {"id": identifier}, graph.nodes[identifier]
        if identifier in done:
            return out
        done.add(identifier)
        if node["@type"]:
            out["type"] = [TERMS.get(t) or _compact(t) for t in node["@type"]]
        for prop in sorted(p for p in node if p != "@type"):
            values = []
            for entry in node[prop]:
                if "@id" in entry:
                    values.append(embed(entry["@id"], done))
                elif set(entry) == {"@value"}:
                    values.append(entry["@value"])
                else:
                    values.append({"language" if k == "@language" else "type" if k == "@type" else k: v
                                   for k, v in entry.items()})
            if prop == DCT + "source":
                links = [v for v in values if isinstance(v, dict) and "@value" not in v]
                literals = [v for v in values if v not in links]
                if links:
                    out["source"] = links
                if literals:
                    out["dcterms:source"] = literals
            else:
                out[TERMS.get(prop) or _compact(prop)] = values
        return out

    found = [embed(i, set()) for i, n in list(graph.nodes.items()) if EARL + "Assertion" in n["@type"]]

    def tidy(value, key=None):
        if isinstance(value, list):
            value = [tidy(v, key) for v in value]
            return value[0] if len(value) == 1 else value
        if not isinstance(value, dict) or "@value" in value:
            return value
        out = {k: tidy(v, k) for k, v in value.items() if k != "id"}
        identifier = value.get("id")
        if identifier is not None and not (identifier.startswith("_:") and uses.get(identifier, 0) < 2):
            if key == "source" and not out:
                return identifier
            out["id"] = _compact(identifier)
        return out

    return [tidy(a) for a in found]


# ---------------------------------------------------------------- the tool's own checks
def get_url(text):
    """urls.js getURL(): the first http(s) address with a dotted host inside a text, as URL.href; else None."""
    if not isinstance(text, str):
        return None
    match = URL.search(text)
    if not match:
        return None
    parts = urlsplit(match.group(0))
    host = parts.netloc.lower()
    for scheme, port in (("http", ":80"), ("https", ":443")):
        if parts.scheme == scheme and host.endswith(port):
            host = host[: -len(port)]
    return (parts.scheme + "://" + host + (parts.path or "/") + ("?" + parts.query if parts.query else "")
            + ("#" + parts.fragment if parts.fragment else ""))


def _get(value, key):
    return value.get(key) if isinstance(value, dict) else None


def criterion_of(test):
    """matchCriterion(): the number of the criterion, None, or Fatal."""
    identifier = _get(_get(test, "isPartOf"), "id") or _get(test, "id")
    if not isinstance(identifier, str):
        raise Fatal("a test without an id and without one isPartOf id: the tool throws")
    parts = identifier.split(":")
    return CRITERIA.get(parts[1]) if len(parts) > 1 else None


def subject_of(subject):
    """matchSubject(): id, else source, else description (title is not read)."""
    return get_url(_get(subject, "id")) or get_url(_get(subject, "source")) or get_url(_get(subject, "description"))


def report(document, sample=None):
    out = {"total": 0, "imported": [], "rejected": [], "fatal": None}
    pages = None if sample is None else {get_url(p) for p in sample}
    try:
        assertions = frame(document)
        out["total"] = len(assertions)
        if len(assertions) < 2:   # jsonld 1.1 omits @graph for one match and getItems() reads only @graph
            raise Fatal("no recognizable assertions" + (": exactly one assertion is read as none" if assertions else ""))
        kept = []
        for number, a in enumerate(assertions):
            missing = [k for k in ("test", "subject", "result") if a.get(k) in (None, "", False, 0)]
            if missing:
                out["rejected"].append((number, "missing " + ", ".join(missing)))
                continue
            criterion, page = criterion_of(a["test"]), subject_of(a["subject"])
            outcome = _get(_get(a["result"], "outcome"), "id")
            if criterion is None:
                out["rejected"].append((number, "test is no success criterion"))
            elif page is None or (pages is not None and page not in pages):
                out["rejected"].append((number, "subject is not in the sample"))
            elif outcome == "earl:untested":
                out["rejected"].append((number, "untested"))
            else:
                kept.append((number, a, criterion, page, outcome))
        if not kept:
            raise Fatal("none of the assertions matched the selected sample")
        for number, a, criterion, page, outcome in kept:
            if a.get("assertedBy") is None:
                raise Fatal("assertion " + str(number) + " has no assertedBy: the tool throws")
            if outcome not in OUTCOMES:
                raise Fatal("assertion " + str(number) + ": outcome is not a link to one of the EARL outcomes: the tool throws")
            out["imported"].append({
                "criterion": criterion, "subject": page, "outcome": outcome, "stored_outcome": "earl:cantTell",
                "description": _get(a["result"], "description") or "",
                "test_id": _get(a["test"], "id"), "test_title": _get(a["test"], "title") or "",
                "author": _get(a["assertedBy"], "name") or _get(a["assertedBy"], "id"), "stored_mode": "earl:manual"})
    except Fatal as fault:
        out["fatal"], out["imported"] = str(fault), []
    return out


def imported(document, sample=None):
    return report(document, sample)["imported"]


if __name__ == "__main__":
    import sys
    print(json.dumps(report(json.load(open(sys.argv[1])), sys.argv[2:] or None), indent=1, ensure_ascii=False))
