"""The figures of a page, each planned as frozen data and drawn as static SVG."""

from __future__ import annotations

from dataclasses import dataclass

from reports.canvas import Drawing
from reports.curves import CurvePlot, draw_curves
from reports.dots import MOST_DOTS, Dot, DotPlot, draw_dots
from reports.heatmap import Matrix, draw_matrix
from reports.histograms import HistogramPlot, draw_histograms
from reports.trails import TrailPlot, draw_trails

__all__ = ["MOST_DOTS", "Dot", "DotPlot", "Drawing", "PlannedPlot", "Plot", "draw"]

Plot = DotPlot | CurvePlot | Matrix | TrailPlot | HistogramPlot


@dataclass(frozen=True)
class PlannedPlot:
    """A plot with the title and the caption it gets on the page."""

    plot: Plot
    title: str
    caption: str


def draw(plot: Plot) -> Drawing:
    """Draw a figure.

    Raises
    ------
    ValueError
        If there is nothing to draw.
    """
    match plot:
        case DotPlot():
            return draw_dots(plot)
        case CurvePlot():
            return draw_curves(plot)
        case TrailPlot():
            return draw_trails(plot)
        case HistogramPlot():
            return draw_histograms(plot)
    return draw_matrix(plot)
