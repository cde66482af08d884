import { useLayoutEffect, useState, type RefObject } from "react";
import { latest, pointOnSheet, sheetAt, type Latest, type PointOnSheet } from "@/components/editor/editor-field";
import type { DocumentPagesHandle } from "@/components/pages/document-pages";
import { largestZoom, smallestZoom, type Zoom } from "@/components/pages/page-source";
import { clampZoom, stepZoom } from "@/components/pages/zoom-control";
import { pixelsPerPoint } from "@/lib/platform/geometry/placement";

interface Point {
  x: number;
  y: number;
}

/** The point that stays in place while the pages are zoomed. */
interface Anchor extends PointOnSheet {
  at: Point;
}

export interface Zooming {
  zoom: Zoom;
  setZoom: (zoom: Zoom) => void;
  stepZoom: (by: 1 | -1) => void;
  /** Multiplies the zoom by a factor, around a point of the window. */
  zoomBy: (factor: number, around: Point) => void;
}

interface ZoomParts {
  pane: RefObject<HTMLElement | null>;
  sheets: RefObject<DocumentPagesHandle | null>;
  visiblePage: number;
}

/** Zoom of the pages. The middle of the pane, or the point between the fingers, stays in place. */
export function useZoom({ pane, sheets, visiblePage }: ZoomParts): Zooming {
  const [zoom, setZoom] = useState<Zoom>("fit");
  const [held] = useState(() => latest<Zoom>("fit"));
  const [anchor] = useState(() => latest<Anchor | null>(null));
  const sheet = (): HTMLElement | null => sheets.current?.pageElement(visiblePage) ?? null;
  function change(next: Zoom, around: Point): void {
    anchor.write(anchorAt(around, sheet()));
    held.write(next);
    setZoom(next === "fit" ? next : clampZoom(next));
  }
  function zoomBy(factor: number, around: Point): void {
    const from = held.read();
    // Not rounded: many small steps would be lost in whole percents.
    const wanted = (from === "fit" ? shownZoom(sheet()) : from) * factor;
    change(Math.min(largestZoom, Math.max(smallestZoom, wanted)), around);
  }
  useLayoutEffect(() => bringBack(anchor, pane.current), [zoom, anchor, pane]);
  return {
    zoom,
    setZoom: (next) => change(next, middleOf(pane.current)),
    stepZoom: (by) => change(stepZoom(held.read(), by, shownZoom(sheet())), middleOf(pane.current)),
    zoomBy,
  };
}

function shownZoom(sheet: HTMLElement | null): number {
  const points = Number(sheet?.dataset["widthPt"]);
  return sheet && points > 0 ? sheet.clientWidth / points / pixelsPerPoint : 1;
}

function anchorAt(at: Point, visible: HTMLElement | null): Anchor | null {
  const point = sheetAt(at.x, at.y) ?? (visible && pointOnSheet(visible, at.x, at.y));
  return point && { ...point, at };
}

/** The middle of the visible part of the pane. */
function middleOf(pane: HTMLElement | null): Point {
  const {
    left = 0,
    right = window.innerWidth,
    top = 0,
    bottom = window.innerHeight,
  } = pane?.getBoundingClientRect() ?? {};
  return { x: (left + right) / 2, y: (Math.max(0, top) + Math.min(window.innerHeight, bottom)) / 2 };
}

/** Scrolls the anchor back to its place: first the pane, then the window. */
function bringBack(anchor: Latest<Anchor | null>, pane: HTMLElement | null): void {
  const held = anchor.read();
  anchor.write(null);
  if (!held) return;
  const way = (): Point => {
    const { left, top, width, height } = held.sheet.getBoundingClientRect();
    return { x: left + held.share.x * width - held.at.x, y: top + held.share.y * height - held.at.y };
  };
  pane?.scrollBy({ left: way().x, top: way().y, behavior: "instant" });
  window.scrollBy({ top: way().y, behavior: "instant" });
}
