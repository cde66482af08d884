import { hasSameContent, type EditorElement } from "@/components/editor/editor-element";

/** What is asked of the server. */
export type BoxChange =
  | { kind: "create"; element: EditorElement }
  | { kind: "update"; id: number; element: EditorElement }
  | { kind: "remove"; id: number };

/** A request whose answer has not come: it may have been done, so it is sent again as it was, under the same key. */
export interface Attempt {
  change: BoxChange;
  idempotencyKey: string;
  /** The set of boxes that the change is made on; null for whichever there is. */
  tag: string | null;
}

export function newAttempt(change: BoxChange, tag: string | null): Attempt {
  return { change, tag, idempotencyKey: crypto.randomUUID() };
}

/** One box, from its first moment to its deletion. */
export interface Track<Problem> {
  key: string;
  id: number | null;
  stored: EditorElement | null;
  wanted: EditorElement | null;
  attempt: Attempt | null;
  isInFlight: boolean;
  /** Why its content is not taken; until it changes it is not sent again. */
  refusedBy: Problem | null;
  /** Not sent before, in milliseconds of `Date.now()`. */
  dueAt: number;
}

export function newTrack<Problem>(key: string, stored: { id: number; element: EditorElement } | null): Track<Problem> {
  const element = stored?.element ?? null;
  return {
    key,
    id: stored?.id ?? null,
    stored: element,
    wanted: element,
    attempt: null,
    isInFlight: false,
    refusedBy: null,
    dueAt: 0,
  };
}

/** Whether the server may hold something else than what is wanted. */
export function isDirty({ stored, wanted, attempt }: Track<unknown>): boolean {
  if (attempt) return true;
  if (stored === null || wanted === null) return stored !== wanted;
  return !hasSameContent(stored, wanted);
}

/** The request that brings the server's box to what is wanted; for a dirty one. */
export function changeOf({ id, wanted }: Track<unknown>): BoxChange {
  if (id === null && wanted) return { kind: "create", element: wanted };
  if (id !== null && wanted) return { kind: "update", id, element: wanted };
  if (id !== null) return { kind: "remove", id };
  throw new Error("a box that was never stored cannot be deleted");
}

/** The request was done. */
export function settle(track: Track<unknown>, { change }: Attempt, id: number | null): void {
  track.attempt = null;
  track.id = change.kind === "remove" ? null : (id ?? track.id);
  track.stored = change.kind === "remove" ? null : change.element;
}
