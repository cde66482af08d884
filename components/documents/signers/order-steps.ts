import { stepsOf, type SignerEntry } from "./signer-entry";

/** A person in a set order. A CC has no place in it. */
export interface Ordered {
  key: string;
  role: SignerEntry["role"];
  /** Acts together with the person above. */
  withPrevious: boolean;
}

/** Where a person is moved: into a step, or into a new one before step `before`. Steps count from 1; the last new one is before the count plus one. */
export type StepTarget = { kind: "join"; step: number } | { kind: "new"; before: number };

/** The people of each step, in order. */
export function groupBySteps<Entry extends Ordered>(entries: readonly Entry[]): Entry[][] {
  const groups: Entry[][] = [];
  const acting = entries.filter(({ role }) => role !== "cc");
  stepsOf(acting).forEach((step, index) => {
    const entry = acting[index];
    if (entry) (groups[step - 1] ??= []).push(entry);
  });
  return groups;
}

/** The entries after a move; a step that nobody is left in disappears. */
export function withStep<Entry extends Ordered>(entries: readonly Entry[], key: string, target: StepTarget): Entry[] {
  const moved = entries.find((entry) => entry.key === key);
  if (!moved) return [...entries];
  const groups = groupBySteps(entries).map((group) => group.filter((entry) => entry.key !== key));
  if (target.kind === "join") groups[target.step - 1]?.push(moved);
  else groups.splice(target.before - 1, 0, [moved]);
  const acting = groups.flatMap((group) => group.map((entry, index) => ({ ...entry, withPrevious: index > 0 })));
  return entries.map((entry) => (entry.role === "cc" ? entry : (acting.shift() ?? entry)));
}

/** The next place up (-1) or down (1): a person in a shared step gets a step of their own, one alone joins the next step. Null at the end. */
export function nextTarget(entries: readonly Ordered[], key: string, by: -1 | 1): StepTarget | null {
  const groups = groupBySteps(entries);
  const step = groups.findIndex((group) => group.some((entry) => entry.key === key)) + 1;
  if (step === 0) return null;
  if ((groups[step - 1]?.length ?? 0) > 1) return { kind: "new", before: by === 1 ? step + 1 : step };
  const next = step + by;
  return next < 1 || next > groups.length ? null : { kind: "join", step: next };
}
