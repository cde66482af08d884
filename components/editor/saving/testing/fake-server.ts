import type { EditorElement, StoredElement } from "@/components/editor/editor-element";
import type { Attempt, SaveProblem, SaveTransport } from "@/components/editor/saving/save-state";

export const element = (key: string, leftPt = 0): EditorElement => ({
  key,
  type: "signature",
  signRequestId: 1,
  page: 1,
  box: { leftPt, topPt: 0, widthPt: 150, heightPt: 50 },
  required: true,
  label: null,
  value: null,
});

export class Refusal extends Error implements SaveProblem {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

export const lost = new Refusal(0, "connection_lost");

/** A server in memory that keeps tags and Idempotency-Keys as ours does. `fail` makes the next requests fail, after doing them when `isDone`. */
export function fakeServer() {
  const stored = new Map<number, EditorElement>();
  const answers = new Map<string, { id: number | null; tag: string }>();
  const calls: string[] = [];
  const failures: { problem: Refusal; isDone: boolean }[] = [];
  let [nextId, version] = [1, 0];
  let holding: Promise<void> | null = null;
  let areTagsRetained = true;
  const tag = (): string => `"${version}"`;

  const change = ({ change: asked, tag: expected }: Attempt): number | null => {
    if (asked.kind !== "create" && !stored.has(asked.id)) throw new Refusal(404, "not_found");
    if (expected !== null && !(areTagsRetained && expected === tag())) throw new Refusal(412, "version_conflict");
    version += 1;
    if (asked.kind === "remove") {
      stored.delete(asked.id);
      return null;
    }
    const id = asked.kind === "create" ? nextId++ : asked.id;
    stored.set(id, asked.element);
    return asked.kind === "create" ? id : null;
  };
  const once = (attempt: Attempt): { id: number | null; tag: string } => {
    const known = answers.get(attempt.idempotencyKey);
    if (known) return known;
    const answer = { id: change(attempt), tag: tag() };
    answers.set(attempt.idempotencyKey, answer);
    return answer;
  };
  const transport: SaveTransport = {
    send: async (attempt) => {
      const { change: asked } = attempt;
      calls.push(
        [asked.kind, "id" in asked ? asked.id : "", "element" in asked ? asked.element.box.leftPt : ""]
          .filter((part) => part !== "")
          .join(" "),
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
        boxes: [...stored].map(([id, box]) => ({ id, element: { ...box, key: `stored-${id}` } })),
        tag: tag(),
      }),
  };
  return {
    transport,
    calls,
    lefts: () => [...stored].map(([id, { box }]) => [id, box.leftPt]),
    /** Somebody else's change. */
    put: (id: number, box: EditorElement | null) => {
      version += 1;
      if (box) stored.set(id, box);
      else stored.delete(id);
      nextId = Math.max(nextId, id + 1);
    },
    boxes: (): StoredElement[] => [...stored].map(([id, box]) => ({ id, element: box })),
    fail: (problem: Refusal, { isDone = false } = {}) => failures.push({ problem, isDone }),
    /** As a proxy does: no tag that comes back is the one that went out. */
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
