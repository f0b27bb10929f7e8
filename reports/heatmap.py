"""A matrix of differences as a heat map: colour by size and sign, figure and interval in the cell, verdict by shape.

The wide picture is drawn here. On narrow screens the page lists the same cells as a table, which keeps them readable,
so there is no narrow picture. Colours are the two of the verdicts in four tints, so that they hold in both themes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from reports.canvas import Drawing, Sheet, fit, private_settings, text_width, wrap
from reports.labels import Label
from reports.vocabulary import VERDICTS, Verdict

__all__ = ["SHADES", "SHAPES", "Matrix", "MatrixCell", "MatrixLine", "draw_matrix"]

SHADES = (0.11, 0.21, 0.32, 0.45)
"""Opacity of the tints: text on the strongest one still has a contrast of 4.5 in both themes (tested)."""

SHAPES: Mapping[str, str] = {"better": "up", "worse": "down", "same": "same", "undecided": "ring"}
"""The shape of a verdict's mark, by the verdict's key."""

_WIDTH = 904.0
_CELL = 56.0  # height of a cell
_GAP = 3.0
_LEGEND = 50.0
_ROOMY = 76.0  # narrower cells have smaller letters


@dataclass(frozen=True)
class MatrixCell:
    """A difference in a matrix.

    Attributes
    ----------
    shown, interval, half : str
        The figure, its interval, and half the interval's width (``±0.1``).
    verdict : Verdict
        The verdict; its key decides colour and mark.
    shade : int
        How strong the tint is, from 1; 0 where nothing is established.
    reduction : str
        The variance-reduction factor.
    tip : str
        All of that on one line.
    """

    shown: str
    interval: str
    half: str
    verdict: Verdict
    shade: int
    reduction: str = ""
    tip: str = ""

    @property
    def mark(self) -> str:
        """The verdict's mark as a character."""
        return self.verdict.mark


@dataclass(frozen=True)
class MatrixLine:
    """A row of a matrix: None where a cell does not apply."""

    label: Label
    cells: tuple[MatrixCell | None, ...]


@dataclass(frozen=True)
class Matrix:
    """A matrix of differences.

    Attributes
    ----------
    key : str
        Letters, digits and dashes; unique in the page.
    label : str
        What the picture shows, for readers who do not see it.
    unit : str
        The unit of the figures.
    columns : tuple of Label
        Headings of the columns.
    lines : tuple of MatrixLine
        The rows, top to bottom.
    steps : tuple of str
        What each tint stands for, the palest first.
    names : tuple of str
        The users' own names in it: those that a font may lack.
    triangular : bool
        Cells that do not apply are the other half of a triangle, and nothing is drawn there.
    first_head : str
        Heading of the rows.
    """

    key: str
    label: str
    unit: str
    columns: tuple[Label, ...]
    lines: tuple[MatrixLine, ...]
    steps: tuple[str, ...]
    names: tuple[str, ...] = ()
    triangular: bool = False
    first_head: str = ""

    @property
    def cells(self) -> tuple[MatrixCell, ...]:
        """All cells that apply."""
        return tuple(cell for line in self.lines for cell in line.cells if cell)


@dataclass(frozen=True)
class _Layout:
    """Sizes in points."""

    labels: float  # width of the labels' column
    cell: float  # width of a cell
    top: float  # height of the headings
    figure: float  # font sizes
    small: float
    whole: bool  # intervals are written whole, not as ±

    def left(self, column: int) -> float:
        return self.labels + column * self.cell


def draw_matrix(matrix: Matrix) -> Drawing:
    """Draw a matrix for wide screens.

    Raises
    ------
    ValueError
        If there is nothing to draw.
    """
    if not matrix.cells:
        raise ValueError("no cell has a difference to draw")
    layout = _layout(matrix)
    with private_settings(matrix.names) as undrawn:
        sheet = Sheet(_WIDTH, layout.top + _CELL * len(matrix.lines) + _LEGEND)
        _heads(sheet, matrix, layout)
        for number, line in enumerate(matrix.lines):
            _line(sheet, matrix, layout, line, layout.top + _CELL * number)
        _legend(sheet, matrix, layout)
        return Drawing(sheet.svg(f"{matrix.key}-wide", matrix.label), "", undrawn)


def _layout(matrix: Matrix) -> _Layout:
    """Decide the sizes: cells as wide as they may be, smaller letters and shorter intervals where they are narrow."""
    longest = max(
        max(text_width(line.label.main, 13) / 1.6, text_width(line.label.detail, 11) / 1.6) for line in matrix.lines
    )
    labels = min(max(longest + 14, 110.0), 230.0)
    cell = min((_WIDTH - labels) / len(matrix.columns), 190.0)
    roomy = cell >= _ROOMY
    intervals = max(text_width(cell.interval, 10.5) for cell in matrix.cells)
    longest_head = max(len(_head_lines(label, cell)) for label in matrix.columns)
    return _Layout(
        labels, cell, 12 + 14.0 * longest_head, 15 if roomy else 12, 10.5 if roomy else 9.5, intervals <= cell - 8
    )


def _head_lines(label: Label, cell: float) -> list[tuple[str, float, str]]:
    """Return the lines of a column's heading with size and colour: the name, and below it small print."""
    size, room = (12.0, cell - 6) if cell >= _ROOMY else (10.0, cell - 1)
    main = [(line, size, "ink") for line in wrap(label.main, room, 1.1 * size, 4)]  # bold is wider
    small = wrap(label.detail, room, size - 1, 2) if label.detail else []
    return main + [(line, size - 1, "muted") for line in small]


def _heads(sheet: Sheet, matrix: Matrix, layout: _Layout) -> None:
    """Write the headings of the columns, their last lines side by side."""
    sheet.text(2, layout.top - 14, matrix.first_head, 11, "muted")
    for number, label in enumerate(matrix.columns):
        lines = _head_lines(label, layout.cell)
        middle = layout.left(number) + layout.cell / 2
        for line, (text, size, colour) in enumerate(lines):
            y = layout.top - 14 - 14 * (len(lines) - 1 - line)
            sheet.text(middle, y, text, size, colour, "center", 700 if colour == "ink" else 400)


def _line(sheet: Sheet, matrix: Matrix, layout: _Layout, line: MatrixLine, top: float) -> None:
    """Draw a row: its label and its cells."""
    middle = top + _CELL / 2
    texts = [(text, 13.0, "ink", 700) for text in wrap(line.label.main, layout.labels - 10, 13, 2)]
    if line.label.detail:
        texts += [
            (text, 11.0, "muted", 400) for text in wrap(line.label.detail, layout.labels - 10, 11, 2)[: 4 - len(texts)]
        ]
    texts = texts[:3]
    for number, (text, size, colour, weight) in enumerate(texts):
        sheet.text(2, middle + 15.5 * (number - (len(texts) - 1) / 2), text, size, colour, weight=weight)
    for number, cell in enumerate(line.cells):
        if cell:
            _cell(sheet, layout, cell, layout.left(number), top)
        elif not matrix.triangular:
            sheet.text(layout.left(number) + layout.cell / 2, middle, "–", 11, "axis", "center")


def _cell(sheet: Sheet, layout: _Layout, cell: MatrixCell, left: float, top: float) -> None:
    """Draw a cell: tint or outline, mark and figure, interval."""
    key = cell.verdict.key
    box = (left + _GAP / 2, top + _GAP / 2, layout.cell - _GAP, _CELL - _GAP)
    if cell.shade:
        sheet.box(*box, "better" if key == "none" else key, SHADES[cell.shade - 1])
    elif key != "none":
        sheet.box(*box, "axis", 0, dashed=key != "same")
    ink, weight = ("ink", 700) if cell.shade else (key if key in SHAPES else "muted", 400)
    if cell.tip:
        sheet.tip(*box, cell.tip)
    middle = left + layout.cell / 2
    mark = 15.0 if key in SHAPES else 0.0
    width = text_width(cell.shown, layout.figure)
    sheet.text(middle + mark / 2, top + 21, cell.shown, layout.figure, ink, "center", weight)
    if mark:
        sheet.marker(middle + mark / 2 - width / 2 - 9, top + 21, SHAPES[key], key, layout.figure * 0.55)
    below = cell.interval if layout.whole else cell.half
    sheet.text(
        middle,
        top + 39.5,
        fit(below, layout.cell - 4, layout.small),
        layout.small,
        "ink" if cell.shade else ink,
        "center",
    )


def _legend(sheet: Sheet, matrix: Matrix, layout: _Layout) -> None:
    """Explain tints and marks below the cells."""
    y = layout.top + _CELL * len(matrix.lines) + 27
    x = _tints(sheet, matrix, y)
    for key, words in _marks(matrix).items():
        if x + 17 + text_width(words, 11) > _WIDTH:
            x, y = 2.0, y + 17
        sheet.marker(x + 6, y, SHAPES[key], key, 8)
        sheet.text(x + 17, y, words, 11, "muted")
        x += 17 + text_width(words, 11) + 16


def _tints(sheet: Sheet, matrix: Matrix, y: float) -> float:
    """Draw a swatch for each step, of both colours where both occur, and return where the legend goes on."""
    tinted = {cell.verdict.key for cell in matrix.cells if cell.shade}
    keys = [key for key in ("worse", "better") if key in tinted] or ["better"]
    x = 2.0
    for shade, words in enumerate(matrix.steps):
        for place, key in enumerate(keys):
            sheet.box(x + 16 * place, y - 7, 15, 14, key, SHADES[shade])
        sheet.text(x + 16 * len(keys) + 5, y, words, 11, "muted")
        x += 16 * len(keys) + text_width(words, 11) + 19
    return x + 12


def _marks(matrix: Matrix) -> dict[str, str]:
    """Return the verdicts that occur: key and words."""
    found = {cell.verdict.key: cell.verdict.words for cell in matrix.cells}
    order = [verdict.key for verdict in VERDICTS.values()]
    return {key: found[key] for key in dict.fromkeys(order) if key in found and key in SHAPES}
