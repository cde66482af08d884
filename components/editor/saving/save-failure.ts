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
export type SaveVerdict = "wait" | "ask" | "refuse" | "look" | "close";

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
