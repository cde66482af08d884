import { useEffect, useRef, type RefObject } from "react";
import SignaturePad from "signature_pad";
import { penWidths, toPointGroups } from "./draw-strokes";
import { inkColours, type Ink } from "./ink-colours";
import { normaliseStrokes, padAspect, type Stroke } from "./strokes";

interface Drawing {
  strokes: readonly Stroke[];
  ink: Ink;
  /** All strokes, the new one last, normalised; and the pad's width in pixels. */
  onDrawn: (strokes: Stroke[], width: number) => void;
}

/**
 * Lets people draw on a canvas. The strokes are kept outside, normalised, and replayed whenever they or the canvas's width change. A
 * change of height alone is a phone's address bar that comes or goes, and is no reason to.
 */
export function useDrawing(drawing: Drawing): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null);
  const replay = useRef<(() => void) | null>(null);
  const latest = useRef(drawing);
  const { strokes, ink } = drawing;

  useEffect(() => {
    latest.current = drawing;
  });
  useEffect(() => replay.current?.(), [strokes, ink]);
  useEffect(() => {
    if (!canvas.current) return;
    const started = startPad(canvas.current, latest);
    replay.current = started.replay;
    return () => {
      replay.current = null;
      started.stop();
    };
  }, []);

  return canvas;
}

function startPad(canvas: HTMLCanvasElement, latest: RefObject<Drawing>): { replay: () => void; stop: () => void } {
  const pad = new SignaturePad(canvas, { throttle: 16, minDistance: 2 });
  let width = 0;
  let shown: Pick<Drawing, "strokes" | "ink"> | null = null;
  const show = (strokes: readonly Stroke[], ink: Ink) => {
    pad.penColor = inkColours[ink];
    pad.fromData(toPointGroups(strokes, width, ink));
    shown = { strokes, ink };
  };
  const replay = () => {
    const { strokes, ink } = latest.current;
    // What was just drawn here is not replayed: by now the next stroke may have begun.
    if (width === 0 || (shown?.strokes === strokes && shown.ink === ink)) return;
    show(strokes, ink);
  };
  const fit = () => {
    const now = canvas.clientWidth;
    if (now === width || now === 0) return;
    width = now;
    sizeCanvas(canvas, width);
    Object.assign(pad, penWidths(width));
    shown = null;
    replay();
  };
  const watcher = new ResizeObserver(fit);
  watcher.observe(canvas);
  // A pen may be quicker than the watcher.
  pad.addEventListener("beginStroke", fit);
  pad.addEventListener("endStroke", () => {
    const strokes = normaliseStrokes(pad.toData(), width);
    // As it will be replayed and saved. Of a stroke of two points, the pen itself leaves a dot.
    show(strokes, latest.current.ink);
    latest.current.onDrawn(strokes, width);
  });
  return {
    replay,
    stop: () => {
      watcher.disconnect();
      pad.off();
    },
  };
}

function sizeCanvas(canvas: HTMLCanvasElement, width: number): void {
  const density = Math.max(1, window.devicePixelRatio);
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(width * padAspect * density);
  canvas.getContext("2d")?.scale(density, density);
}
