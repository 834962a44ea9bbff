"""Reports that a spreadsheet or a script has saved again: in other separators, and several of them in one file."""

import pytest

from test_tool_reports import TOOLS, imported, shop  # noqa: F401, fixtures


@pytest.mark.parametrize("table", [
    'Type;Code;Message;Context;Selector\r\nError;color-contrast;"Contrast, ""low""\r\nof text";<b>;#close\r\n',
    'sep=,\r\n"type","code","message","context","selector"\r\n"error","color-contrast","Contrast","<b id=""x"">","#close"\r\n',
    "Welcome to Pa11y\n\nselector\ttype\tcode\tmessage\trunner\n#close\terror\tcolor-contrast\tContrast\taxe\n",
    'type,code,message,context,selector\nerror,color-contrast,Contrast,<b>,#close\n,,,,\n',
    # Columns of other programs, whatever they are called.
    'type,code,message,context,selector,issues,results,runnerExtras\nerror,color-contrast,Contrast,<b>,#close,3,none,x\n'])
@pytest.mark.parametrize("way", ["file", "pipe", "utf-16"])
def test_the_table_of_pa11y_may_be_saved_again(shop, table, way):
    """A spreadsheet takes the quotes away, and writes semicolons: it was no report."""
    content = table.encode("utf-16" if way == "utf-16" else "utf-8")
    (shop.folder / "out.csv").write_bytes(content)
    said = shop.run("import", "--run", "nightly", "-" if way == "pipe" else "out.csv", stdin=content)
    assert "pa11y: 1 finding: 0 matched, 1 without a component, 0 without a check" in said.text
    if "\t" not in table:
        broken = shop.run("import", "-", "--as", "pa11y", stdin=table.replace("color-contrast", '"color-contrast').encode())
        assert broken.code == 4 and "closing quote" in broken.error and "Nothing was imported" in broken.error


@pytest.mark.parametrize("name", ["pa11y-ci.json", "a11y-check.json", "appium-webdriver-response.json"])
@pytest.mark.parametrize("joined", ["[%s]", "[%s,%s]", "%s\n%s", "%s%s"])
def test_reports_of_several_runs_are_read_in_one_file(shop, name, joined):
    """A list of those of pa11y-ci was a run that found nothing, which closes what others found."""
    one = (TOOLS / name).read_text()
    count = joined.count("%s")
    alone, _ = imported(shop, TOOLS / name, "--dry-run")
    (shop.folder / "all.json").write_text(joined.replace("%s", "{}").format(*[one] * count))
    both, _ = imported(shop, "all.json", "--dry-run")
    assert alone["findings"] > 0 and both["findings"] == count * alone["findings"]
