import { hasSameContent, type EditorElement, type StoredElement } from "@/components/editor/editor-element";
import type { OthersChanges } from "./merge-boxes";

/** The boxes that the server holds, and the tag of their set. */
export interface StoredSet {
  boxes: readonly StoredElement[];
  tag: string | null;
}

/** What the queue needs of the API. A refused call throws a `SaveProblem`. */
export interface SaveTransport {
  /** Does it once, however often the attempt is sent. Answers the id of a new box, and the tag of the set as it is then. */
  send(attempt: Attempt): Promise<{ id: number | null; tag: string | null }>;
  read(): Promise<StoredSet>;
}

export type SaveState<Problem extends SaveProblem = SaveProblem> =
  | { kind: "saved"; at: number | null }
  | { kind: "saving" }
  /** `key`: the box that it is about; null for all of them. */
  | { kind: "failed"; problem: Problem; isRetrying: boolean; key: string | null }
  /** Somebody else changed the boxes; nothing is sent before `resolve`. */
  | { kind: "conflict"; changes: OthersChanges }
  | { kind: "closed"; problem: Problem };

/** What of a refused request decides how saving goes on; `ApiProblem` is one, a broken connection has status 0. */
export interface SaveProblem {
  status: number;
  code: string;
  retryAfterSeconds?: number | null | undefined;
}

/**
 * - `wait`: trying again after a while can help (connection lost, server busy).
 * - `ask`: a person has to do something first, such as log in again.
 * - `refuse`: this content will never be taken; the next change is tried again.
 * - `look`: the boxes are not what they were: somebody else changed them.
 * - `close`: nothing of this document can be saved any more.
 */
type SaveVerdict = "wait" | "ask" | "refuse" | "look" | "close";

/** `isOfBox`: the request named a box that was there before, or the set of boxes as it was. */
export function judgeFailure({ status, code }: SaveProblem, isOfBox: boolean): SaveVerdict {
  if (code === "file_not_draft") return "close";
  if (status === 404) return isOfBox ? "look" : "close";
  if (status === 412) return "look";
  if (status === 401 || status === 403) return "ask";
  if (status === 0 || status === 408 || status === 429 || status >= 500 || code === "idempotency_in_progress")
    return "wait";
  return "refuse";
}

/** Milliseconds until the next try: 1, 2, 4, 8, 15, 15, … seconds, and never before the server said. */
export function retryDelay(problem: SaveProblem, attempts: number): number {
  const own = Math.min(1000 * 2 ** (attempts - 1), 15_000);
  return Math.max(own, (problem.retryAfterSeconds ?? 0) * 1000);
}

/** What is asked of the server. */
type BoxChange =
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
