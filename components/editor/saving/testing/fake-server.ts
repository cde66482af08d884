import type { Attempt, SaveProblem, SaveTransport } from "@/components/editor/saving/save-state";
import type { EditorField, StoredField } from "@/components/editor/state/editor-field";
import { editorField } from "@/components/editor/testing/editor-fields";

export const field = (key: string, leftPt = 0) =>
  editorField({ key, type: "signature", box: { leftPt, topPt: 0, widthPt: 150, heightPt: 50 } });

export class Refusal extends Error implements SaveProblem {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly violations: readonly { pointer: string }[] = [],
  ) {
    super(code);
  }
}

export const lost = new Refusal(0, "connection_lost");

/**
 * An in-memory server with entity tags and idempotency keys. `fail` makes the next request fail, after it was applied
 * if `isDone`.
 */
export function fakeServer() {
  const stored = new Map<number, EditorField>();
  const answers = new Map<string, { created: number[]; tag: string }>();
  const calls: string[] = [];
  const failures: { problem: Refusal; isDone: boolean }[] = [];
  let [nextId, version] = [1, 0];
  let holding: Promise<void> | null = null;
  let areTagsRetained = true;
  const tag = (): string => `"${version}"`;

  const change = ({ changes: { create, update, remove }, tag: expected }: Attempt): number[] => {
    const missing = [...update, ...remove].findIndex(({ id }) => !stored.has(id));
    if (missing >= 0) throw new Refusal(404, "not_found", [{ pointer: "/update/0/elementId" }]);
    if (expected !== null && !(areTagsRetained && expected === tag())) throw new Refusal(412, "version_conflict");
    version += 1;
    for (const { id } of remove) stored.delete(id);
    for (const { id, field: changed } of update) stored.set(id, changed);
    return create.map(({ field: created }) => {
      stored.set(nextId, created);
      return nextId++;
    });
  };
  const once = (attempt: Attempt): { created: number[]; tag: string } => {
    const known = answers.get(attempt.idempotencyKey);
    if (known) return known;
    const answer = { created: change(attempt), tag: tag() };
    answers.set(attempt.idempotencyKey, answer);
    return answer;
  };
  const transport: SaveTransport = {
    send: async (attempt) => {
      const { create, update, remove } = attempt.changes;
      calls.push(
        [
          ...create.map(({ field: { box } }) => `create ${box.leftPt}`),
          ...update.map(({ id, field: { box } }) => `update ${id} ${box.leftPt}`),
          ...remove.map(({ id }) => `remove ${id}`),
        ].join(", "),
      );
      if (holding) await holding;
      const failure = failures.shift();
      if (failure && !failure.isDone) throw failure.problem;
      const answer = once(attempt);
      if (failure) throw failure.problem;
      return answer;
    },
    read: async () =>
      Promise.resolve({
        fields: [...stored].map(([id, field]) => ({ id, field: { ...field, key: `stored-${id}` } })),
        tag: tag(),
      }),
  };
  return {
    transport,
    calls,
    lefts: () =>
      [...stored].map(([id, { box }]) => [id, box.leftPt]).sort(([first = 0], [second = 0]) => first - second),
    /** A change by another person. */
    put: (id: number, field: EditorField | null) => {
      version += 1;
      if (field) stored.set(id, field);
      else stored.delete(id);
      nextId = Math.max(nextId, id + 1);
    },
    fields: (): StoredField[] => [...stored].map(([id, field]) => ({ id, field })),
    fail: (problem: Refusal, { isDone = false } = {}) => failures.push({ problem, isDone }),
    /** Behaves like a server behind a proxy that rewrites entity tags: no `If-Match` matches. */
    rewriteTags: () => {
      areTagsRetained = false;
    },
    hold: () => {
      let release = () => {};
      holding = new Promise((resolve) => {
        release = () => {
          holding = null;
          resolve();
        };
      });
      return () => release();
    },
  };
}
