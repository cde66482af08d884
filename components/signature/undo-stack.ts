/** A value with the values before it and those taken back, oldest first in both. */
export interface UndoStack<Value> {
  past: readonly Value[];
  present: Value;
  future: readonly Value[];
}

const mostSteps = 100;

export function startStack<Value>(present: Value): UndoStack<Value> {
  return { past: [], present, future: [] };
}

/** A new step; what was taken back before it is forgotten. */
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
