"use client";

import { Redo2, Trash2, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, type ReactNode, type RefObject } from "react";
import SignaturePad from "signature_pad";
import { Button } from "@/components/ui/button";
import {
  fitView,
  inkColours,
  normaliseStrokes,
  penWidths,
  toPointGroups,
  type Ink,
  type PadView,
  type Stroke,
  type StrokeHistory,
} from "./strokes";
import { InkChoice } from "./type-panel";

interface DrawPanelProps {
  /** Names the pad for screen readers. */
  label: string;
  history: StrokeHistory;
  ink: Ink;
  onInkChange: (ink: Ink) => void;
  /** All strokes with the new one last, normalised, and the pad's pixels per unit. */
  onDrawn: (strokes: Stroke[], scale: number) => void;
  /** Whether the panel is shown, so that the keys for undo and redo apply to it. */
  isShown: boolean;
  /** Whether the person may type the signature beside this panel instead. */
  canType: boolean;
}

/** The canvas to draw on. */
export function DrawPanel({ label, history, ink, onInkChange, onDrawn, isShown, canType }: DrawPanelProps) {
  const t = useTranslations("signature.draw");
  const id = useId();
  const canvas = useDrawing({ strokes: history.strokes, ink, onDrawn });
  useUndoKeys(history, isShown);
  const isEmpty = history.strokes.length === 0;
  return (
    <div className="flex flex-col gap-3">
      <div className="relative mx-auto w-full max-w-[85svh] overflow-hidden rounded-card border max-sm:-mx-5 max-sm:w-auto max-sm:rounded-none max-sm:border-x-0 short:max-w-[calc((100svh-10.5rem)*2.5)] border-control bg-paper">
        <canvas
          ref={canvas}
          role="img"
          aria-label={label}
          aria-describedby={`${id}-how ${id}-count`}
          className="block aspect-5/2 w-full cursor-crosshair touch-none max-sm:portrait:aspect-auto max-sm:portrait:h-[clamp(10rem,calc(100svh-29rem),26rem)]"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute inset-x-6 bottom-[22%] border-b max-sm:portrait:bottom-[30%] border-dashed border-signer-1/40"
        />
      </div>
      <p id={`${id}-how`} className="text-caption text-muted">
        {t(canType ? "howOrType" : "how")}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Step
          icon={<Undo2 aria-hidden className="size-4" />}
          keys="Control+Z"
          canTake={history.canUndo}
          onTake={history.undo}
        >
          {t("undo")}
        </Step>
        <Step
          icon={<Redo2 aria-hidden className="size-4" />}
          keys="Control+Shift+Z"
          canTake={history.canRedo}
          onTake={history.redo}
        >
          {t("redo")}
        </Step>
        <Step icon={<Trash2 aria-hidden className="size-4" />} keys="Delete" canTake={!isEmpty} onTake={history.clear}>
          {t("clear")}
        </Step>
        <p id={`${id}-count`} aria-live="polite" className="basis-full text-caption text-muted sm:basis-auto">
          {t("strokes", { count: history.strokes.length })}
        </p>
      </div>
      <InkChoice value={ink} onChange={onInkChange} />
    </div>
  );
}

interface StepButtonProps {
  icon: ReactNode;
  keys: string;
  canTake: boolean;
  onTake: () => void;
  children: ReactNode;
}

/** Keeps the focus even when no step is left. */
function Step({ icon, keys, canTake, onTake, children }: StepButtonProps) {
  return (
    <Button
      size="signer"
      className="flex-1 px-2! sm:flex-none sm:px-4!"
      icon={icon}
      aria-keyshortcuts={keys}
      aria-disabled={!canTake}
      onClick={() => canTake && onTake()}
    >
      {children}
    </Button>
  );
}

function useUndoKeys({ undo, redo, clear }: StrokeHistory, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === "Delete") return clear();
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key !== "z" && key !== "y") return;
      event.preventDefault();
      if (key === "y" || event.shiftKey) redo();
      else undo();
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [undo, redo, clear, isShown]);
}

interface Drawing {
  strokes: readonly Stroke[];
  ink: Ink;
  onDrawn: DrawPanelProps["onDrawn"];
}

/**
 * A canvas to draw on. The strokes are kept outside, normalised, and replayed when they or the canvas's size change.
 * Its height is in `svh`, which a phone's address bar does not change.
 */
function useDrawing(drawing: Drawing): RefObject<HTMLCanvasElement | null> {
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
  let size = { width: 0, height: 0 };
  let view: PadView = fitView([], size);
  let shown: Pick<Drawing, "strokes" | "ink"> | null = null;
  const show = (strokes: readonly Stroke[], ink: Ink) => {
    view = fitView(strokes, size);
    Object.assign(pad, penWidths(view.scale));
    pad.penColor = inkColours[ink];
    pad.fromData(toPointGroups(strokes, view, ink));
    shown = { strokes, ink };
  };
  const replay = () => {
    const { strokes, ink } = latest.current;
    // A stroke just drawn here is not replayed, because the next one may have begun.
    if (size.width === 0 || (shown?.strokes === strokes && shown.ink === ink)) return;
    show(strokes, ink);
  };
  const fit = () => {
    const now = { width: canvas.clientWidth, height: canvas.clientHeight };
    if (now.width === 0 || (now.width === size.width && now.height === size.height)) return;
    size = now;
    sizeCanvas(canvas, size);
    shown = null;
    replay();
  };
  const watcher = new ResizeObserver(fit);
  watcher.observe(canvas);
  // The pen may be faster than the observer.
  pad.addEventListener("beginStroke", fit);
  pad.addEventListener("endStroke", () => {
    const strokes = normaliseStrokes(pad.toData(), view);
    // Replay it as it will be saved: for a stroke of two points the pen itself leaves a dot, and a pen that left the
    // pad is brought into sight.
    show(strokes, latest.current.ink);
    latest.current.onDrawn(strokes, view.scale);
  });
  return {
    replay,
    stop: () => {
      watcher.disconnect();
      pad.off();
    },
  };
}

function sizeCanvas(canvas: HTMLCanvasElement, { width, height }: { width: number; height: number }): void {
  const density = Math.max(1, window.devicePixelRatio);
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  canvas.getContext("2d")?.scale(density, density);
}
