"use client";

import { Redo2, Trash2, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useId, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { InkChoice } from "./ink-choice";
import type { Ink } from "./ink-colours";
import type { SignatureType } from "./signature-type";
import type { Stroke } from "./strokes";
import { useDrawing } from "./use-drawing";
import type { StrokeHistory } from "./use-stroke-history";

interface DrawPanelProps {
  type: SignatureType;
  name: string;
  history: StrokeHistory;
  ink: Ink;
  onInkChange: (ink: Ink) => void;
  onDrawn: (strokes: Stroke[], padWidth: number) => void;
  /** The panel is the one that is shown, so the keys for undo and redo are its. */
  isShown: boolean;
}

/** Paper to draw on. */
export function DrawPanel({ type, name, history, ink, onInkChange, onDrawn, isShown }: DrawPanelProps) {
  const words = useTranslations("signature.draw");
  const id = useId();
  const canvas = useDrawing({ strokes: history.strokes, ink, onDrawn });
  useUndoKeys(history, isShown);
  const isEmpty = history.strokes.length === 0;
  return (
    <div className="flex flex-col gap-3">
      <div className="relative mx-auto w-full max-w-[85svh] overflow-hidden rounded-card border border-control bg-paper">
        <canvas
          ref={canvas}
          role="img"
          aria-label={words(type === "signature" ? "canvasSignature" : "canvasInitials", { name })}
          aria-describedby={`${id}-how ${id}-count`}
          className="block aspect-5/2 w-full cursor-crosshair touch-none"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute inset-x-6 bottom-[22%] border-b border-dashed border-signer-1/40"
        />
      </div>
      <p id={`${id}-how`} className="text-caption text-muted">
        {words("how")}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Step
          icon={<Undo2 aria-hidden className="size-4" />}
          keys="Control+Z"
          canTake={history.canUndo}
          onTake={history.undo}
        >
          {words("undo")}
        </Step>
        <Step
          icon={<Redo2 aria-hidden className="size-4" />}
          keys="Control+Shift+Z"
          canTake={history.canRedo}
          onTake={history.redo}
        >
          {words("redo")}
        </Step>
        <Step icon={<Trash2 aria-hidden className="size-4" />} keys="Delete" canTake={!isEmpty} onTake={history.clear}>
          {words("clear")}
        </Step>
        <p id={`${id}-count`} aria-live="polite" className="basis-full text-caption text-muted sm:basis-auto">
          {words("strokes", { count: history.strokes.length })}
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

/** Keeps the focus when there is nothing more to take back. */
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
