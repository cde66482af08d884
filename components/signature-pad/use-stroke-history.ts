import { useEffect, useState } from "react";
import { parseStrokes, type Stroke } from "./strokes";

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
