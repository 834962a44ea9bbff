"""How pages are looked at: less of what is alike, and all that is not."""

import pytest

from browser import axe
from drawing import drawn

PAGE = """<!doctype html><html lang="en"><title>Lists</title><style>
button, input { min-height: 4em; min-width: 4em } .pale { color: #bbb } .x .pale { color: #000 }
.dim { opacity: 0.3 } .low b { background: #888 }</style>
<main><h1>Lists</h1><ol>%s</ol><table><tbody>%s</tbody></table></main></html>"""
ALIKE = '<li><button>Go</button></li>'
ROW = '<tr><th>One</th></tr><tr><td>Two</td></tr>'


ODD = [
    ("<li><button></button></li>", "button-name"), ('<li><button class="pale">Go</button></li>', "color-contrast"),
    ('<li><input></li>', "label"), ('<li class="x"><b class="pale">Go</b></li>', None),
    # Its own name and colors are those of a hundred others, and its ground or what it is drawn with is not.
    ('<li><div class="dim"><p><button>Go</button></p></div></li>', "color-contrast"),
    ('<li style="background: #999"><p><a style="color: #666">Go</a></p></li>', "color-contrast"),
    ('<li><button><i class="low"><b>Go</b></i></button></li>', "color-contrast-enhanced"),
    # The first of its looks is seen by nobody.
    ('<li><p style="display: none"><b class="pale">Go</b></p><p><b class="pale">Go</b></p></li>', "color-contrast")]


@pytest.mark.parametrize("odd, rule, at", drawn("odd parts", [(*odd, at) for odd in ODD for at in (0, 70, 99)]))
def test_one_part_that_is_unlike_a_hundred_is_looked_at(tmp_path, browse, odd, rule, at):
    parts = [ALIKE] * 100
    parts[at] = odd
    (tmp_path / "page.html").write_text(PAGE % ("".join(parts), ROW * 100))
    page = browse(tmp_path / "page.html")
    found = axe(page)
    assert [line.split()[1] for line in found] == ([f"{rule}:"] if rule else []), found
    assert page.locator("li").count() < 10 and page.locator("tr").count() < 10
