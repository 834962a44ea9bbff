# Sets `python` to a Python that has what the tests of the whole program need: the system's, or one of our own under
# .build. Sourced after needs.sh, at the top of the checkout; POSIX sh.

venv=.build/venv
modules="pytest pytest-xdist pexpect duckdb playwright axe-playwright-python jsonschema junitparser sarif-pydantic PyYAML rdflib lxml openpyxl"
imports="import pytest, xdist, pexpect, duckdb, playwright, axe_playwright_python, jsonschema, junitparser, sarif_pydantic"
imports="$imports, yaml, rdflib, lxml, openpyxl"
if [ -x "$venv/bin/python" ] && "$venv/bin/python" -c "$imports" 2>/dev/null; then
  python=$venv/bin/python
elif python3 -c "$imports" 2>/dev/null; then
  python=python3
else
  if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    if [ "$(uname)" = Linux ]; then
      install_packages "to run the tests of the whole program" python3 python3-venv
    else
      give_up "Python 3 is missing, to run the tests of the whole program; install it and run this again."
    fi
  fi
  say "installing $modules into $venv, to run the tests of the whole program."
  rm -rf "$venv"
  # shellcheck disable=SC2086
  { python3 -m venv "$venv" && "$venv/bin/python" -m pip install --quiet --disable-pip-version-check $modules; } >&2 ||
    give_up "could not install $modules; install them for python3 and run this again."
  python=$venv/bin/python
fi
