"""``dominolab verify``: a run, or a page alone, held against its own sums and played again in part."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.cli_out import console, print_json, say, wrapped
from analyzer.run_files import REPORT, RunError, find_run, read_manifest
from analyzer.scalars import read_share
from analyzer.yaml_text import Scalar

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.verifying import Verification

__all__ = ["verify"]

INTERRUPTED = 130


def verify(named: str, share: str, jobs: int | None, as_json: bool) -> int:
    """Check a run or a page; returns the exit status.

    Parameters
    ----------
    named : str
        A run's folder, a file in it, its name in ``runs``; or a page, wherever it lies.
    share : str
        How much to play again, such as ``1%``.
    jobs : int or None
        Workers.
    as_json : bool
        Print JSON.
    """
    try:
        part = read_share(Scalar(share))
        if part <= 0:
            raise ValueError(f"got {share}")
    except ValueError as error:
        say(f"--share: expects more than 0 %, up to 100 %: {error}")
        return 2
    begun = time.perf_counter()
    try:
        name, found = _verified(named, part, jobs)
    except RunError as error:
        say(str(error))
        return 2
    except KeyboardInterrupt:
        say(f"{named}: interrupted; nothing is known yet")
        return INTERRUPTED
    _show(name, found, time.perf_counter() - begun, as_json)
    return 0 if found.matches else 1


def _verified(named: str, share: float, jobs: int | None) -> tuple[str, Verification]:
    """Check what was named; returns its name for the output."""
    path = Path(named)
    if path.suffix.lower() in (".html", ".htm") and path.is_file():
        return named, _page(path, share, jobs)
    folder = find_run(named)
    return str(folder), _folder(folder, share, jobs)


def _folder(folder: Path, share: float, jobs: int | None) -> Verification:
    """Check a run's folder: sums, files, page."""
    from analyzer.verify_results import table_faults

    manifest = read_manifest(folder)
    found, expected = _sums(str(folder), manifest, folder, share, jobs)
    names, faults = table_faults(folder, expected)
    found.faults += faults
    if not faults:
        found.checked.append(f"The {len(expected)} rows of {', '.join(names)} follow from the sums.")
    page = folder / REPORT
    if page.is_file():
        text = _text(page)
        import reports

        inside = reports.manifest_of_page(text)
        if inside is not None and inside.get("sums") != manifest.get("sums"):
            found.faults.append(f"{REPORT} carries other sums than manifest.json")
        _check_lines(found, text, expected, manifest)
    return found


def _page(path: Path, share: float, jobs: int | None) -> Verification:
    """Check a page by what it carries."""
    import reports

    text = _text(path)
    manifest = reports.manifest_of_page(text)
    if manifest is None:
        raise RunError(f"{path} carries no manifest: it is no report, or an older dominolab made it")
    found, expected = _sums(str(path), manifest, path.parent, share, jobs)
    _check_lines(found, text, expected, manifest)
    return found


def _check_lines(found: Verification, page: str, expected: pd.DataFrame, manifest: Mapping[str, Any]) -> None:
    """Check that a page says what this version would write.

    A page of another version may say the same in other words; then only its sums are checked.
    """
    import reports
    from analyzer import provenance
    from analyzer.verify_results import line_faults

    stated = manifest.get("versions")
    version = stated.get("dominolab") if isinstance(stated, Mapping) else None
    if version != provenance.versions()["dominolab"]:
        found.checked.append(f"The page was made by dominolab {version}: its words were not compared, only its sums.")
        return
    stopped = expected.assign(stopped=str(manifest.get("stopped", "")))
    wanted = reports.lines(stopped, manifest)
    faults = line_faults(reports.page_lines(page), wanted)
    found.faults += faults
    if not faults:
        found.checked.append(f"The page says what follows from the sums, in {len(wanted)} lines.")


def _sums(
    name: str, manifest: dict[str, Any], folder: Path, share: float, jobs: int | None
) -> tuple[Verification, pd.DataFrame]:
    """Check the sums of a manifest, and return the table that follows from them."""
    from analyzer.run_parts import parts_of, table_of
    from analyzer.verifying import verify_sums

    try:
        parts = parts_of(manifest, [Path(), folder, *list(folder.resolve().parents)[:2]])
    except RunError as error:
        raise RunError(f"{name} {error}") from None
    return verify_sums(parts, manifest, share, jobs), table_of(parts)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RunError(f"{path} cannot be read: {error}") from None


def _show(name: str, found: Verification, seconds: float, as_json: bool) -> None:
    """Print what was found."""
    if as_json:
        words = {"run": name, "matches": found.matches, "deals": found.deals, "replayed": found.replayed}
        print_json({**words, "checked": found.checked, "faults": found.faults})
        return
    screen = console()
    for sentence in found.checked:
        wrapped(screen, sentence)
    for fault in found.faults:
        wrapped(screen, f"Mismatch: {fault}", 0, 2)
    what = "match: every number follows, and the deals give it" if found.matches else "MISMATCH"
    screen.print(f"{name}: {what} ({seconds:.1f} s)", style="bold", soft_wrap=True)
