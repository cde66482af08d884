import { knownDifference, knownDifferences, type KnownDifferenceId } from "./families/known-differences";
import { failing, type Judgement, type Outcome } from "./judge-file";

const columns: readonly Outcome[] = [
  "refused",
  "kept",
  "rewritten",
  "warned",
  "known",
  "unclean",
  "one_differs",
  "different",
];

/** The seed of CI, for which the list of known differences was made. With other seeds some of them do not occur. */
const usualSeed = 1;

/**
 * Prints a table by family, then known differences, failures and the commands to reproduce them; returns the number of
 * failures.
 */
export function printReport(judgements: readonly Judgement[], seed: number, isWhole: boolean): number {
  const families = [...new Set(judgements.map(({ family }) => family))];
  console.log(`${"".padEnd(34)} files ${columns.map((name) => name.padStart(12)).join("")}`);
  for (const family of families) {
    printRow(
      family.name,
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
  stale.forEach((id) =>
    console.log(`✗ no longer different: ${id}; take it out of tools/differential/families/known-differences.ts`),
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
  const shown = new Map(
    judgements.flatMap(({ outcome, known, family, construct }) =>
      outcome === "known" && known !== null ? [[known, `${family.name}, ${construct}`] as const] : [],
    ),
  );
  for (const [id, label] of shown) {
    console.log(`known: ${label}: ${knownDifference(id).why}`);
  }
}

/**
 * Entries of the list that no file of the run shows any more. Differences with a warning count too, because substituted
 * fonts are close to the tolerance.
 */
export function staleDifferences(judgements: readonly Judgement[]): KnownDifferenceId[] {
  const seen = new Set(
    judgements.filter(({ outcome }) => outcome === "known" || outcome === "warned").map(({ known }) => known),
  );
  return (Object.keys(knownDifferences) as KnownDifferenceId[]).filter(
    (id) => knownDifference(id).dependsOnInstallation !== true && !seen.has(id),
  );
}
