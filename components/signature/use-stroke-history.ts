import { useEffect, useState } from "react";
import { parseStrokes, type Stroke } from "./strokes";
import { push, redo, startStack, undo, type UndoStack } from "./undo-stack";

export interface StrokeHistory {
  strokes: readonly Stroke[];
  canUndo: boolean;
  canRedo: boolean;
  draw: (strokes: Stroke[]) => void;
  clear: () => void;
  undo: () => void;
  redo: () => void;
  /** Forgets what the tab kept. */
  forget: () => void;
}

/** Strokes with undo and redo, kept by the browser's tab under `key`, so that a reload by accident loses nothing. */
export function useStrokeHistory(key: string): StrokeHistory {
  const [stack, setStack] = useState<UndoStack<readonly Stroke[]>>(() => startStack(parseStrokes(kept(key))));
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

function kept(key: string): string | null {
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
    // A browser that keeps nothing, or has no room: the drawing is still on the pad.
  }
}
