"""A matrix in the terminal: figure and verdict in each cell, half-width and variance-reduction factor below."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from reports.heatmap import Matrix, MatrixCell, MatrixLine

if TYPE_CHECKING:
    from rich.table import Table as RichTable
    from rich.text import Text

__all__ = ["grids", "legend"]

_MOST_WIDTH = 16
_LABEL_WIDTH = 24
_PADDING = 3  # between two columns

_STYLES = {"better": "bold cyan", "worse": "bold yellow"}

Writer = Callable[[str, str], "Text"]


def grids(matrix: Matrix, width: int, write: Writer) -> Iterator[RichTable]:
    """Yield the tables that show a matrix, as many columns in each as the width allows.

    Parameters
    ----------
    matrix : Matrix
        The matrix.
    width : int
        Columns of the terminal.
    write : callable
        Makes a literal text in a style: ``write(text, style)``.
    """
    longest = max(len(_label(line)) for line in matrix.lines)
    labels = min(_LABEL_WIDTH, max(longest, len(matrix.first_head)))
    columns: list[int] = []
    for number in range(len(matrix.columns)):
        if columns and labels + sum(_width(matrix, one) + _PADDING for one in (*columns, number)) > width:
            yield _grid(matrix, columns, labels, write)
            columns = []
        columns.append(number)
    yield _grid(matrix, columns, labels, write)


def _label(line: MatrixLine) -> str:
    """Return the short name of a line: the one that its user gave."""
    return line.label.detail or line.label.main


def _head(matrix: Matrix, number: int) -> str:
    label = matrix.columns[number]
    return f"{label.main} {label.detail}".strip()


def _width(matrix: Matrix, number: int) -> int:
    """Return the width of a column: its widest cell, or the longest word of its heading."""
    cells = [line.cells[number] for line in matrix.lines]
    words = [len(word) for word in _head(matrix, number).split()]
    return min(max([len(text) for cell in cells if cell for text in _texts(cell)] + words), _MOST_WIDTH)


def _grid(matrix: Matrix, columns: Sequence[int], labels: int, write: Writer) -> RichTable:
    """Build the table of some columns."""
    from rich import box
    from rich.table import Table as RichTable

    rich = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, expand=False)
    rich.add_column(write(matrix.first_head, ""), overflow="fold", width=labels)
    for number in columns:
        head = write(_head(matrix, number), "")
        rich.add_column(head, justify="right", overflow="fold", width=_width(matrix, number))
    for line in matrix.lines:
        rich.add_row(write(_label(line), ""), *(_cell(line.cells[number], write) for number in columns))
    return rich


def _texts(cell: MatrixCell) -> tuple[str, str]:
    """Return the two lines of a cell."""
    return f"{cell.shown} {cell.verdict.mark}".rstrip(), f"{cell.half} {cell.reduction}"


def _cell(cell: MatrixCell | None, write: Writer) -> Text:
    """Write a cell on two lines."""
    if cell is None:
        return write("", "")
    figure, more = _texts(cell)
    return write(figure, _STYLES.get(cell.verdict.key, "")).append("\n").append_text(write(more, "dim"))


def legend(matrix: Matrix) -> str:
    """Explain the cells in one line."""
    marks = {cell.verdict.mark: cell.verdict.words for cell in matrix.cells if cell.verdict.mark}
    said = ", ".join(f"{mark} {words}" for mark, words in marks.items())
    return f"{matrix.unit}; ± half the interval, VRF; {said}"
