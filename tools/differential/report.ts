import { failing, type Judgement, type Outcome } from "./judge-file";
import { knownDifferences, nameOf } from "./known-differences";

const columns: readonly Outcome[] = [
  "refused",
  "kept",
  "rewritten",
  "warned",
  "known",
  "unclean",
  "one differs",
  "different",
];

/** The seed of CI, for which the list of known differences was made. With other seeds some of them do not occur. */
const usualSeed = 1;

/** Prints a table by family, then known differences, failures and the commands to reproduce them; returns the number of failures. */
export function printReport(judgements: readonly Judgement[], seed: number, isWhole: boolean): number {
  const families = [...new Set(judgements.map(({ family }) => family))];
  console.log(`${"".padEnd(34)} files ${columns.map((name) => name.padStart(12)).join("")}`);
  for (const family of families) {
    printRow(
      family,
      judgements.filter((one) => one.family === family),
    );
  }
  printRow(`all ${families.length} families`, judgements);
  printKnown(judgements);
  for (const { id, construct, outcome, note } of judgements) {
    if (failing.has(outcome)) {
      console.log(
        `✗ ${outcome}: ${id}, ${construct}: ${note}\n  npm run test:differential -- --seed=${seed} "--only=${id}" --keep=FOLDER`,
      );
    }
  }
  const stale = isWhole && seed === usualSeed ? staleDifferences(judgements) : [];
  stale.forEach((name) =>
    console.log(`✗ no longer different: ${name}; take it out of tools/differential/known-differences.ts`),
  );
  const failed = judgements.filter(({ outcome }) => failing.has(outcome)).length + stale.length;
  console.log(`seed ${seed}`);
  console.log(`${judgements.filter(({ outcome }) => outcome === "known").length} with a known difference`);
  console.log(
    `${judgements.length - judgements.filter(({ outcome }) => failing.has(outcome)).length} passed, ${failed} failed`,
  );
  return failed;
}

function printRow(name: string, judgements: readonly Judgement[]): void {
  const counts = columns.map((column) =>
    String(judgements.filter(({ outcome }) => outcome === column).length).padStart(12),
  );
  console.log(`${name.padEnd(34)} ${String(judgements.length).padStart(5)} ${counts.join("")}`);
}

function printKnown(judgements: readonly Judgement[]): void {
  const names = new Set(judgements.filter(({ outcome }) => outcome === "known").map(nameOf));
  for (const name of names) {
    console.log(`known: ${name}: ${knownDifferences[name]?.why ?? ""}`);
  }
}

/**
 * Entries of the list that no file of the run shows any more. Differences with a warning count too, because substituted
 * fonts are close to the tolerance.
 */
export function staleDifferences(judgements: readonly Judgement[]): string[] {
  const seen = new Set(judgements.filter(({ outcome }) => outcome === "known" || outcome === "warned").map(nameOf));
  return Object.entries(knownDifferences)
    .filter(([name, { dependsOnInstallation = false }]) => !dependsOnInstallation && !seen.has(name))
    .map(([name]) => name);
}
