"""Starting and ending: `--version`."""

from .measuring import median, table


def measure(bench, runs: int) -> None:
    bench.prepare(needs_static=True, needs_shell=True)
    times = bench.interleaved(runs, {
        "a11y --version, installed (static)": lambda _: [bench.static, "--version"],
        "a11y --version, release build": lambda _: [bench.release, "--version"],
        "sqlite3 --version": lambda _: [bench.shell, "--version"],
        "a process that does nothing": lambda _: [bench.peer, "nothing"],
    })
    table(
        f"start: medians of {runs}", ["", "median ms", "fastest", "slowest", "target"],
        [[name, f"{median(all):.2f}", f"{min(all):.2f}", f"{max(all):.2f}",
          bench.target(name, median(all), 3, "ms") if "static" in name else ""] for name, all in times.items()])
