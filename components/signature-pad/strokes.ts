import { useEffect, useState } from "react";
import SignaturePad, { type PointGroup } from "signature_pad";
import { makeCanvas, trimCanvas } from "./signature-picture";

/**
 * One point of a stroke, in pixels of a pad; or normalised to the drawing area's width, so that a replay on any pad
 * keeps the shape.
 */
interface StrokePoint {
  x: number;
  y: number;
  /** 0–1, as the pen or finger reported it. */
  pressure: number;
  /**
   * Milliseconds since the stroke began. The line is thinner at higher speed in pixels per millisecond, so time scales
   * with the pad too; otherwise a larger pad would show a thinner drawing.
   */
  time: number;
}

export interface Stroke {
  points: StrokePoint[];
}

const smallestInkPx = 24;

/** From pixels of a pad. */
export function normaliseStrokes(strokes: readonly Stroke[], { scale, left, top }: PadView): Stroke[] {
  return strokes.map(({ points }) => {
    const began = points[0]?.time ?? 0;
    return {
      points: points.map(({ x, y, pressure, time }) => ({
        x: (x - left) / scale,
        y: (y - top) / scale,
        pressure,
        time: (time - began) / scale,
      })),
    };
  });
}

/** To pixels of a pad. */
export function scaleStrokes(strokes: readonly Stroke[], { scale, left, top }: PadView): Stroke[] {
  return strokes.map(({ points }) => ({
    points: points.map(({ x, y, pressure, time }) => ({
      x: left + x * scale,
      y: top + y * scale,
      pressure,
      time: time * scale,
    })),
  }));
}

/**
 * Whether a drawing is probably a slip. It is accepted anyway, since a dot may be somebody's mark. `scale` is the
 * pad's, in px per unit.
 */
export function isTiny(strokes: readonly Stroke[], scale: number): boolean {
  const points = strokes.flatMap((stroke) => stroke.points);
  if (points.length === 0) return false;
  const extent = (values: number[]) => Math.max(...values) - Math.min(...values);
  return Math.max(extent(points.map(({ x }) => x)), extent(points.map(({ y }) => y))) * scale < smallestInkPx;
}

/** Reads stored strokes; none if the text is not in our format. */
export function parseStrokes(text: string | null): Stroke[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter(isStroke) : [];
  } catch {
    return [];
  }
}

function isStroke(value: unknown): value is Stroke {
  if (typeof value !== "object" || value === null || !("points" in value) || !Array.isArray(value.points)) return false;
  return value.points.length > 0 && value.points.every(isPoint);
}

function isPoint(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return ["x", "y", "pressure", "time"].every((key) => Number.isFinite((value as Record<string, unknown>)[key]));
}

const exportWidthPx = 1600;

/** Width of the line in pixels, on a pad of `scale` px per unit. */
export function penWidths(scale: number): { minWidth: number; maxWidth: number } {
  return { minWidth: scale * 0.0016, maxWidth: scale * 0.006 };
}

/**
 * signature_pad takes a time of 0 as missing and reads the clock instead, which looks like a resting pen and leaves a
 * blot.
 */
const firstMs = 1;

/** Normalised strokes as signature_pad draws them. */
export function toPointGroups(strokes: readonly Stroke[], view: PadView, ink: Ink): PointGroup[] {
  const pen = {
    ...penWidths(view.scale),
    dotSize: 0,
    velocityFilterWeight: 0.7,
    compositeOperation: "source-over" as const,
    penColor: inkColours[ink],
  };
  return scaleStrokes(strokes, view).map(({ points }) => ({
    ...pen,
    points: points.map((point) => ({ ...point, time: point.time + firstMs })),
  }));
}

/**
 * The drawing as a trimmed PNG, rendered at full size, so that a small screen gives as sharp a picture as a large one.
 */
export async function drawingToPng(strokes: readonly Stroke[], ink: Ink): Promise<Blob> {
  const { halfWidth, halfHeight } = extentOf(strokes);
  const size = { width: exportWidthPx, height: Math.ceil(exportWidthPx * (halfHeight / halfWidth)) };
  const view = fitView(strokes, size);
  const canvas = makeCanvas(size.width, size.height);
  const pad = new SignaturePad(canvas, penWidths(view.scale));
  pad.off();
  pad.fromData(toPointGroups(strokes, view, ink));
  const png = await trimCanvas(canvas);
  if (!png) throw new Error("nothing is drawn");
  return png;
}

/** Ink colours, the same on white paper in both themes, because the picture goes into the document unchanged. */
export const inkColours = { black: "#0b1220", blue: "#1e3a8a" } as const;
export type Ink = keyof typeof inkColours;

/**
 * Height of the drawing area relative to its width, which is 1. A pad of another shape shows the area in its middle,
 * and the pen may use the space around it, so the ordinates of strokes may lie outside the area.
 */
const padAspect = 0.4;

/** Strokes, normalised to the drawing area. */
type Drawn = readonly { points: readonly { x: number; y: number }[] }[];

/** The place of the drawing area on a pad: pixels per unit, and the pixels at the area's left top corner. */
export interface PadView {
  scale: number;
  left: number;
  top: number;
}

/**
 * A point farther from the middle is a slip of the mouse and would shrink the drawing to a dot. The limit also keeps
 * a picture below the 4096 px that the API accepts.
 */
const farthest = 1.2;

/** Shows the whole drawing area and all strokes as large as a pad of `width` × `height` px permits. */
export function fitView(strokes: Drawn, { width, height }: { width: number; height: number }): PadView {
  const { halfWidth, halfHeight } = extentOf(strokes);
  const scale = Math.min(width / (2 * halfWidth), height / (2 * halfHeight));
  return { scale, left: width / 2 - scale / 2, top: height / 2 - (scale * padAspect) / 2 };
}

/** Half the size of the drawing, measured from the middle of the area and at least the area itself. */
function extentOf(strokes: Drawn): { halfWidth: number; halfHeight: number } {
  let [halfWidth, halfHeight] = [0.5, padAspect / 2];
  for (const { points } of strokes)
    for (const { x, y } of points) {
      halfWidth = Math.max(halfWidth, Math.abs(x - 0.5));
      halfHeight = Math.max(halfHeight, Math.abs(y - padAspect / 2));
    }
  return { halfWidth: Math.min(halfWidth, farthest), halfHeight: Math.min(halfHeight, farthest) };
}

export interface StrokeHistory {
  strokes: readonly Stroke[];
  canUndo: boolean;
  canRedo: boolean;
  draw: (strokes: Stroke[]) => void;
  clear: () => void;
  undo: () => void;
  redo: () => void;
  /** Clears the stored strokes of this tab. */
  forget: () => void;
}

/** Strokes with undo and redo, stored in this tab under `key`, so that an accidental reload loses nothing. */
export function useStrokeHistory(key: string): StrokeHistory {
  const [stack, setStack] = useState<UndoStack<readonly Stroke[]>>(() => startStack(parseStrokes(storedStrokes(key))));
  useEffect(() => keep(key, stack.present), [key, stack.present]);
  return {
    strokes: stack.present,
    canUndo: stack.past.length > 0,
    canRedo: stack.future.length > 0,
    draw: (strokes) => setStack((old) => push(old, strokes)),
    clear: () => setStack((old) => (old.present.length === 0 ? old : push(old, []))),
    undo: () => setStack(undo),
    redo: () => setStack(redo),
    forget: () => keep(key, []),
  };
}

function storedStrokes(key: string): string | null {
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, strokes: readonly Stroke[]): void {
  try {
    if (strokes.length === 0) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, JSON.stringify(strokes));
  } catch {
    // Storage is blocked or full; the drawing is still on the pad.
  }
}

/** A value with its earlier values and its undone ones, oldest first in both. */
interface UndoStack<Value> {
  past: readonly Value[];
  present: Value;
  future: readonly Value[];
}

const mostSteps = 100;

export function startStack<Value>(present: Value): UndoStack<Value> {
  return { past: [], present, future: [] };
}

/** Adds a step and drops the undone ones. */
export function push<Value>(stack: UndoStack<Value>, next: Value): UndoStack<Value> {
  return { past: [...stack.past, stack.present].slice(-mostSteps), present: next, future: [] };
}

export function undo<Value>(stack: UndoStack<Value>): UndoStack<Value> {
  const previous = stack.past.at(-1);
  if (stack.past.length === 0 || previous === undefined) return stack;
  return { past: stack.past.slice(0, -1), present: previous, future: [stack.present, ...stack.future] };
}

export function redo<Value>(stack: UndoStack<Value>): UndoStack<Value> {
  const [next, ...rest] = stack.future;
  if (stack.future.length === 0 || next === undefined) return stack;
  return { past: [...stack.past, stack.present], present: next, future: rest };
}
