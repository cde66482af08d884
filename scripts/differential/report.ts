import { failing, type Judgement, type Outcome } from "./judge-file";

const columns: readonly Outcome[] = ["refused", "kept", "rewritten", "warned", "unclean", "one differs", "different"];

/** Prints a table by family, then what is wrong and how to see it again; answers how many failed. */
export function printReport(judgements: readonly Judgement[], seed: number): number {
  const families = [...new Set(judgements.map(({ family }) => family))];
  console.log(`${"".padEnd(34)} files ${columns.map((name) => name.padStart(12)).join("")}`);
  for (const family of families) {
    printRow(family, judgements.filter((one) => one.family === family));
  }
  printRow(`all ${families.length} families`, judgements);
  for (const { id, construct, outcome, note } of judgements) {
    if (failing.has(outcome)) {
      console.log(`✗ ${outcome}: ${id}, ${construct}: ${note}\n  npm run test:differential -- --seed=${seed} "--only=${id}" --keep=FOLDER`);
    }
  }
  const failed = judgements.filter(({ outcome }) => failing.has(outcome)).length;
  console.log(`seed ${seed}`);
  console.log(`${judgements.length - failed} passed, ${failed} failed`);
  return failed;
}

function printRow(name: string, judgements: readonly Judgement[]): void {
  const counts = columns.map((column) => String(judgements.filter(({ outcome }) => outcome === column).length).padStart(12));
  console.log(`${name.padEnd(34)} ${String(judgements.length).padStart(5)} ${counts.join("")}`);
}
