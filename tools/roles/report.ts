import type { Judgement, Outcome } from "./judge-mutant";

const columns: readonly Outcome[] = [
  "not_possible",
  "refused",
  "red",
  "same",
  "rule_defect",
  "wrong_green",
  "false_red",
];
export const failing: ReadonlySet<Outcome> = new Set(["wrong_green", "false_red"]);

/** Prints a table by group, then failures and the commands to reproduce them; returns the number of failures. */
export function printReport(judgements: readonly Judgement[], seed: number): number {
  const groups = new Map(judgements.map(({ group }) => [group.id, group.label]));
  console.log(`${"".padEnd(52)} mutants ${columns.map((name) => name.padStart(13)).join("")}`);
  for (const [id, label] of groups) {
    printRow(
      label,
      judgements.filter(({ group }) => group.id === id),
    );
  }
  printRow("all", judgements);
  for (const { id, name, outcome, note } of judgements) {
    if (failing.has(outcome) || outcome === "rule_defect") {
      console.log(`✗ ${outcome}: ${name}: ${note}\n  npm run test:roles -- --seed=${seed} "--only=${id}"`);
    }
  }
  const failed = judgements.filter(({ outcome }) => failing.has(outcome)).length;
  const defects = judgements.filter(({ outcome }) => outcome === "rule_defect").length;
  console.log(`seed ${seed}; green by the rules and caught by the pictures: ${defects}`);
  console.log(`${judgements.length - failed} passed, ${failed} failed`);
  return failed;
}

function printRow(name: string, judgements: readonly Judgement[]): void {
  const counts = columns.map((column) => judgements.filter(({ outcome }) => outcome === column).length);
  console.log(
    `${name.slice(0, 52).padEnd(52)} ${String(judgements.length).padStart(7)} ${counts.map((count) => String(count).padStart(13)).join("")}`,
  );
}
