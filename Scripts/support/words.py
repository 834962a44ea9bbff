#!/usr/bin/env python3
"""Flags odd wording in what readers see. Usage: words.py [--count] [--only ID,ID] [--terms] [--literals] PATH...

Scans string literals and comments of .swift and .js, string values of title/how/expected/note... in .json, and prose
of .md. Code blocks, SQL, ids and interpolated code are skipped; literals inside an interpolation are scanned. Comments
are read by the patterns in COMMENTS only. --count prints totals only; --literals prints every text and flags nothing;
--terms adds the glossary terms that documents of the file format may use (cell, fact, replica). A line with
`lint:ok REASON` is skipped, and a `lint:ok` without a reason is a finding. In Swift, errors are held to their form too:
`a11y: unknown check "x"` begins small and has no period, `Run "a11y list checks".` begins with a verb and ends with one.
Exits 1 when anything is found, 2 for a path that cannot be read.
"""
import json, os, re, sys

I = re.I
def p(id, text, message, flags=I, skip=''): return (id, re.compile(text, flags), message, skip)
STYLE = [
  p('stands', r'\b(how|where|as) (it|the app|that|this|things|each \w+( \w+)?) (now )?stands?\b|\b(as|where) (it|they) stood\b|\bstands? (beside|with the|below|there|in the way|before|behind)\b', "use a noun: status, state, shown with"),
  p('now-is', r'(?<!as )\bit (is now|would be)\b|\bwas [^,]{1,30}, is now\b', 'say "Current result:", "changed from X to Y"'),
  p('wanted', r'\b(is|are|was) wanted\b|\bwanted(?! \w+:)|\bwants (?!to\b)', 'use "required", "expected", "must be"'),
  p('is-no', r'(?<!there )\b(is|are) (no|none of) (?!(longer|more|less)\b)(?!terminal)[\w\\]', 'say "is not a valid X" or "invalid X"', skip='.md .json'),
  p('there-is', r'^(\w+:? )?there (is|are) (no|nothing|a|already)\b|\bthere (is|are) already\b|\bis there already\b|\bnot there\b(?! yet)', 'say "unknown X", "no X found", "X already exists"'),
  p('what-there-is', r'\bwhat there is\b|\bnothing called\b|\band not nothing\b', 'say what is listed: "valid names"'),
  p('said-told', r'\b(is|are|was|were|be|it is) (said|told)\b|\bmay be said\b|\bsays? nothing (about|of|against)\b|\bsaid so\b|\bno word on\b|\bwhat (is|was) said\b', "name the actor and verb: shows, reports, includes"),
  p('seen', r'\b(was|were|is|are|been|has|have|had|not|to be) (seen|looked at)\b|\blook(ed)? at again\b|\bto (see|look at) again\b|\blooked at since\b', 'use "tested", "reviewed", "retest"'),
  p('take', r'\btak(e|es|en|ing) (in|down)\b(?! Xcode)|\bto take (in|down)\b|\btak(e|es) (it|them|one child\'s session) (back|down|in|off)\b|\btaken (back|away|off)\b', 'use import, record, remove, undo'),
  p('film', r'\bfilms?\b', 'use "video"'),
  p('picture', r'\bpictures?\b', 'use "image" or "screenshot"', skip='.json'),
  p('nobody', r'\b(nobody|somebody|everybody|whoever|whichever)\b', "name the role or use the passive: not tested"),
  p('bears', r'\bbears?\b(?! in mind)', 'use "supports", "has"'),
  p('held-to', r'\bheld (to|against)\b', 'use "compared with"'),
  p('so-many', r'\bso many\b', 'use "minimum", "maximum number of"'),
  p('whatever', r'\bwhatever\b', 'use "regardless of", "any"'),
  p('anew', r'\banew\b', 'use "again", "rebuild", "recalculate"'),
  p('give', r'(^|[.;,] |\bor )give (a|an|it|them|the|one|another|--)', 'use "pass", "use", "specify"'),
  p('otherwise', r'\(otherwise\b|, otherwise (now|all|by|one|with|weeks|today)\b', 'use "(default: X)"', skip='.md'),
  p('speaks', r'\bspeaks? (for|to)\b', 'use "indicates", "applies to"'),
  p('goes-with', r'\b(goes|go|went) with\b', 'use "belongs to", "requires", "cannot be combined with"'),
  p('own', r'\bof (your|our) own\b|\byour team\'s own\b', 'use "custom"', skip='.json'),
  p('people-read', r'\bwhere people read\b|\bfor people\b', 'use "in text output", "display name"'),
  p('yes-child', r'\bown yes\b|\bpermits it\b|\bchild wants to\b|\bguardian allows\b', 'use "consent", "assent"'),
  p('fault', r'\bfaults?\b(?! of the program)', 'use "finding"', skip='.md'),
  p('judged', r'\bjudged\b', 'use "evaluated"', skip='.json'),
  p('meanwhile', r'\bmeanwhile\b', 'use "in the meantime" or drop it'),
  p('hint-3rd', r'\ba11y [a-z]+( [A-Z_a-z-]+){0,4} (shows|makes|lists|says|takes|gives|records|registers|sets|changes|settles|names|explains|has|derives)\b', 'start with a verb: Run "a11y X" to ...', skip='.md long'),
  p('lies', r'\blies? (there|beside|outside|in a)\b', 'use "is", "is next to"'),
  p('comes-to', r'\bwhat [\w ]{3,30} comes? to\b|\bwhat they come to\b', 'use "result", "total"'),
  p('hand-on', r'\bhand(ed|s|ing)? on\b', 'use "share"'),
  p('do-again', r'\bdo it again\b', 'use "try again"'),
  p('question-label', r'^(What|Where|Whether|Who|Which|How) (?!to\b|many\b|much\b|changed$)[^?.!\\]{3,45}$', "labels and summaries are nouns or imperatives", 0, '.json'),
  p('whether', r'^(and )?whether ', "start with a verb or noun: check, compare"),
]
BRITISH = (r'colou(?:r|red|rs|ring)|gr[e]y(?:ed|scale)?|catalogues?|centre[ds]?|millimetres?|centimetres?|neighbour\w*|judgement'
  r'|behaviou?rs?(?<!behavior)(?<!behaviors)|recognis\w*|synchronis\w*|capitalis\w*|organis\w*|labelled|unlabelled|favourites?|cancelled|spelt|e-mail')
STYLE.append(p('british', r'(?<![\w.\-/#])(?:' + BRITISH + r')(?![\w\-/]|\.\w)', 'American spelling'))
TERMS = [
  p('cell', r'(?<!list )(?<!-)\bcells?\b(?! --)(?!\.json)', 'use "item" (or "result" when it has one)'),
  p('fact', r'\bfacts?\b', 'use "entry" (of the history)'),
  p('replica', r'\breplicas?\b', 'use "machine" or "this copy of the tracker"'),
]
VERBS = set("""Add Allow Answer Ask Check Choose Close Configure Connect Continue Copy Correct Count Create Delete Did Edit End
Enter Erase Export Find Free Import Include Install Keep Leave List Log Look Make Measure Move Name Omit Open Pass Plan Press
Put Quote Read Record Register Release Remove Rename Repair Repeat Replace Resolve Restore Review Rotate Run Save See Select
Send Separate Set Share Sign Specify Split Start Stop Sync Test Trust Try Type Undo Update Upgrade Use View Wait Withdraw Write Convert Have Unpack""".split())
ERROR = re.compile(r'(?:code: |usage\(\s*)"[a-z][a-z-]*(?:\.[a-z0-9-]+)+",\s*(?=")')

def errors(source):
  """(line, is a hint, text) of the message and the hints of each error whose texts are written where it is made."""
  source = joined(source)
  for start in ERROR.finditer(source):
    line = source.count('\n', 0, start.end()) + 1
    message = next(literals(source[start.end():], line), None)
    if message is None: continue
    yield line, False, message[1]
    call = re.compile(r'hints: \[').search(source, start.end(), start.end() + 1500)
    between = source[start.end():call.start()] if call else ''
    if call and not ERROR.search(between) and ')\n' not in between.split('\n', 1)[-1]:
      end = source.find(']', call.end())
      for at, text in literals(source[call.end():end], source.count('\n', 0, call.end()) + 1): yield at, True, text

def misformed(text, is_hint):
  """What is wrong with the form of an error's message or hint; None where nothing is."""
  words = text.strip()
  if is_hint:
    if not words.startswith('\\') and words.split(' ')[0] not in VERBS: return 'a hint starts with a verb'
    return None if words.endswith(('.', '?', '\\')) else 'a hint ends with a period'
  if re.match(r'[A-Z][a-z]', words) and not re.match(r'(Allure|Postgre|Dynamic Type|Lighthouse|Markdown)', words):
    return 'an error starts in lower case'
  return 'an error has no period at its end' if words.endswith('.') and not words.endswith('...') else None

SQL = re.compile(r'\b(SELECT|INSERT|UPDATE|DELETE FROM|CREATE (TABLE|TEMP|INDEX|VIEW)|JOIN|PRAGMA|WHERE|ORDER BY|VALUES \()\b')
KEYS = {'title', 'how', 'expected', 'note', 'meaning', 'use_when', 'goes_wrong', 'instead', 'why', 'says', 'fact', 'reading',
  'summary', 'description', 'remedy', 'problem', 'resolution', 'sources_say', 'words'}

# Patterns that comments are read by: the words that a reader of the code has to translate.
COMMENTS = {'stands', 'wanted', 'what-there-is', 'said-told', 'take', 'film', 'nobody', 'bears', 'held-to', 'so-many',
  'whatever', 'anew', 'otherwise', 'speaks', 'goes-with', 'fault', 'judged', 'meanwhile', 'lies', 'hand-on', 'british'}

def comments(source):
  """(line, text) of each line comment, without what stands in backquotes."""
  for number, line in enumerate(source.split('\n'), 1):
    m = re.match(r'\s*///? ?(.*)', line)
    if m: yield number, re.sub(r'`[^`]*`', '\\\\', m.group(1)).strip()

def literals(source, line=1, js=False):
  """(line, text) of each literal; `\\(...)` and `${...}` become `\\`, and their own literals are listed too."""
  i, n = 0, len(source)
  quotes = ('`', "'", '"') if js else ('"""', '"')
  while i < n:
    c = source[i]
    if c == '\n': line += 1; i += 1; continue
    if source.startswith('//', i): i = source.find('\n', i) if '\n' in source[i:] else n; continue
    if source.startswith('/*', i):
      j = source.find('*/', i); j = n if j < 0 else j + 2
      line += source.count('\n', i, j); i = j; continue
    if js and c == '/' and re.search(r'[(=,:!&|?]\s*$', source[max(0, i - 20):i]):  # a regular expression
      m = re.compile(r'/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+/').match(source, i)
      if m: i = m.end(); continue
    pounds = re.match('#*', source[i:i + 4]).group() if c == '#' and not js else ''
    quote = next((q for q in quotes if source.startswith(q, i + len(pounds))), None)
    if quote is None: i += 1; continue
    start, at, k, out = line, line, i + len(pounds) + len(quote), []
    opening = '${' if js else '\\' + pounds + '('
    while k < n and not source.startswith(quote + pounds, k):
      if source.startswith(opening, k) and (not js or quote == '`'):
        depth, j = 1, k + len(opening)
        inner_start = j
        while j < n and depth:
          depth += (source[j] in '({') - (source[j] in ')}'); j += 1
        yield from literals(source[inner_start:j - 1], at + source.count('\n', i, k), js)
        out.append('\\'); k = j; continue
      if source[k] == '\\' and not pounds:
        m = re.compile(r'\\\n\s*').match(source, k)
        out.append('' if m else ' '); k = m.end() if m else k + 2; continue
      if source[k] == '\n' and quote in ('"', "'"): break
      out.append(source[k]); k += 1
    line += source.count('\n', i, k); i = k + len(quote) + len(pounds)
    yield start, ''.join(out)

def joined(source):
  """Literals on two lines that are joined with + are one text; the newlines stay for the line numbers."""
  return re.sub(r'"(\s*)\+(\s*)"', lambda m: '\\\n' * (m.group(1) + m.group(2)).count('\n'), source)

def texts(path):
  with open(path, encoding='utf-8') as file: source = file.read()
  if path.endswith('.md'):
    fenced = False
    for number, line in enumerate(source.split('\n'), 1):
      if line.lstrip().startswith('```'): fenced = not fenced; continue
      if fenced or line.startswith('<!--'): continue
      yield number, re.sub(r'`[^`]*`|\]\([^)]*\)', '\\\\', re.sub(r'^(#+|-|\|) ', '', line)), True
  elif path.endswith('.json'):
    for number, line in enumerate(source.split('\n'), 1):
      m = re.match(r'\s*"(\w+)": ("(?:\\.|[^"\\])*"),?\s*$', line)
      if m and m.group(1) in KEYS: yield number, json.loads(m.group(2)), True
  else:
    for number, text in literals(joined(source) if path.endswith('.swift') else source, js=path.endswith('.js')):
      text = re.sub(r'<[a-z/][^<>]*>|&\w+;', '\n', text)  # tags of pages
      if SQL.search(text): continue
      if re.match(r'\s*# ', text): text = re.sub(r'(?<=\S)\n +(?=\S)(?!.* \| )', ' ', text)  # wrapped lines of help
      for offset, part in enumerate(text.split('\n')):
        yield number, part.strip(), False
    for number, text in comments(source): yield number, text, None

def main(arguments):
  count, terms, listing, only, paths = False, False, False, None, []
  rest = iter(arguments)
  for argument in rest:
    if argument == '--count': count = True
    elif argument == '--terms': terms = True
    elif argument == '--literals': listing = True
    elif argument == '--only': only = set(next(rest, '').split(','))
    elif argument in ('-h', '--help'): print(__doc__); return 0
    else: paths.append(argument)
  patterns = [q for q in STYLE + (TERMS if terms else []) if only is None or q[0] in only]
  files = []
  for path in paths:
    if os.path.isdir(path):
      for folder, folders, names in os.walk(path):
        folders[:] = sorted(f for f in folders if not f.startswith('.') and f not in ('Tests', 'Completion', 'include'))
        files += [os.path.join(folder, name) for name in sorted(names) if name.endswith(('.swift', '.js', '.json', '.md'))]
    elif os.path.isfile(path): files.append(path)
    else: print(f'words.py: cannot read {path}', file=sys.stderr); return 2
  totals, hit_files = {}, {}
  for path in files:
    lines = open(path, encoding='utf-8').read().split('\n')
    seen = set()
    def report(number, id, found, message, text):
      totals[id] = totals.get(id, 0) + 1; hit_files.setdefault(id, set()).add(path)
      if not count: print(f'{path}:{number}: {id}: "{found}" - {message}: {text[:100]}')
    def is_excused(number): return re.search(r'lint:ok \w', lines[number - 1] if number <= len(lines) else '')
    for number, line in enumerate(lines, 1):
      if re.search(r'lint:ok\s*$', line): report(number, 'lint-ok', 'lint:ok', 'say why', line.strip())
    if path.endswith('.swift') and not listing and only is None:
      for number, is_hint, text in errors('\n'.join(lines)):
        fault = misformed(text, is_hint)
        if fault and not is_excused(number): report(number, 'error-form', text[:30], fault, text)
    for number, text, prose in texts(path):
      if len(text) < 4 or ' ' not in text.strip() and text not in ('cell', 'cells', 'film', 'Colour', 'Wanted'): continue
      if listing:
        if prose is not None and ' ' in text: print(f'{path}:{number}: {text}')
        continue
      if is_excused(number): continue
      for id, pattern, message, skip in patterns:
        if prose is None and id not in COMMENTS: continue
        if os.path.splitext(path)[1] in skip.split() or 'long' in skip and len(text) > 130: continue
        for m in pattern.finditer(text):
          key = (number, id, m.group(), text)
          if key in seen: continue
          seen.add(key)
          report(number, id, m.group().strip(), message, text)
  for id, number in sorted(totals.items(), key=lambda t: -t[1]):
    print(f'{number:6} {id} ({len(hit_files[id])} files)', file=sys.stdout if count else sys.stderr)
  print(f'{sum(totals.values())} in {len(files)} files', file=sys.stdout if count else sys.stderr)
  return 1 if totals else 0

if __name__ == '__main__': sys.exit(main(sys.argv[1:]))
