"""How pages are looked at: less of what is alike, and all that is not."""

import pytest

from browser import axe

PAGE = """<!doctype html><html lang="en"><title>Lists</title><style>
button, input { min-height: 4em; min-width: 4em } .pale { color: #bbb } .x .pale { color: #000 }</style>
<main><h1>Lists</h1><ol>%s</ol><table><tbody>%s</tbody></table></main></html>"""
ALIKE = '<li><button>Go</button></li>'
ROW = '<tr><th>One</th></tr><tr><td>Two</td></tr>'


@pytest.mark.parametrize("odd, rule", [
    ("<li><button></button></li>", "button-name"), ('<li><button class="pale">Go</button></li>', "color-contrast"),
    ('<li><input></li>', "label"), ('<li class="x"><b class="pale">Go</b></li>', None)])
@pytest.mark.parametrize("at", [0, 70, 99])
def test_one_part_that_is_unlike_a_hundred_is_looked_at(tmp_path, browse, odd, rule, at):
    parts = [ALIKE] * 100
    parts[at] = odd
    (tmp_path / "page.html").write_text(PAGE % ("".join(parts), ROW * 100))
    page = browse(tmp_path / "page.html")
    found = axe(page)
    assert [line.split()[1] for line in found] == ([f"{rule}:"] if rule else []), found
    assert page.locator("li").count() < 10 and page.locator("tr").count() < 10
