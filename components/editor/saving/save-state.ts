import type { StoredElement } from "@/components/editor/editor-element";
import type { OthersChanges } from "./merge-boxes";
import type { SaveProblem } from "./save-failure";
import type { Attempt } from "./save-track";

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
