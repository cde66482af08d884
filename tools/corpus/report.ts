import type { Verdict } from "./judge-sample";
import type { MemoryPeaks } from "./watch-memory";

const LEAST_SIGNED = 0.985;
const LONGEST_MS = 5000;
const LARGEST_BYTES = 512 * 1024 * 1024;
const MIB = 1024 * 1024;

/** Prints rejections, failures and speed; returns whether every target is met. */
export function printReport(verdicts: readonly Verdict[], peaks: MemoryPeaks, isWhole: boolean): boolean {
  const slow = verdicts.filter((verdict) => slowest(verdict).ms > LONGEST_MS);
  const violations = verdicts.filter((verdict) => verdict.kind === "violation" || slow.includes(verdict));
  printRefusals(verdicts);
  printUnseen(verdicts);
  for (const verdict of violations) {
    console.log(`FAILED  ${verdict.sample.name}: ${verdict.why || "too slow"} (${describeSlowest(verdict)})`);
  }
  printFigures(verdicts);

  const readable = verdicts.filter(({ sample }) => sample.qpdf === 0 || sample.qpdf === 3);
  const signed = readable.filter(({ kind }) => kind === "signed");
  const share = readable.length === 0 ? 1 : signed.length / readable.length;
  console.log(
    `signed and valid: ${signed.length} of ${readable.length} that qpdf opens without a password = ${(100 * share).toFixed(1)} % (bar: ${100 * LEAST_SIGNED} %)`,
  );
  console.log(
    `largest process: ${Math.round(peaks.largest / MIB)} MiB, ${peaks.largestName} (bar: ${LARGEST_BYTES / MIB} MiB)`,
  );

  const missed = [
    violations.length === 0 ? 0 : violations.length,
    isWhole && share < LEAST_SIGNED ? 1 : 0,
    peaks.largest > LARGEST_BYTES ? 1 : 0,
  ].reduce((sum, count) => sum + count, 0);
  console.log(`${verdicts.length - violations.length} passed, ${missed} failed`);
  return missed === 0;
}

function printRefusals(verdicts: readonly Verdict[]): void {
  const refused = verdicts.filter(({ kind }) => kind === "refused");
  const rank = (verdict: Verdict) => `${verdict.sample.qpdf === 2 ? 1 : 0} ${verdict.why} ${verdict.sample.name}`;
  for (const { sample, why } of [...refused].sort((one, other) => rank(one).localeCompare(rank(other)))) {
    const known = whyRefused(sample.name);
    console.log(`refused ${sample.name} (qpdf ${sample.qpdf}): ${why}${known === null ? "" : `; ${known}`}`);
  }
}

function printUnseen(verdicts: readonly Verdict[]): void {
  for (const { sample, stamp } of verdicts) {
    if (stamp !== null && stamp !== "inside") {
      const why =
        stamp === "no page drawn"
          ? ", by poppler and MuPDF, before signing or after"
          : stamp === "none placed"
            ? ", the page has no free place for two: signed without a visible field"
            : "";
      console.log(`stamp ${sample.name}: ${stamp}${why}`);
    }
  }
}

function printFigures(verdicts: readonly Verdict[]): void {
  const outcomes = tally(verdicts.map(({ kind, ingest }) => (kind === "signed" ? `${kind}, ${ingest ?? ""}` : kind)));
  console.log(`outcomes: ${outcomes}`);
  console.log(
    `stamps on page 1 as poppler draws it, else MuPDF: ${tally(verdicts.flatMap(({ stamp }) => stamp ?? []))}`,
  );
  for (const step of ["upload", "page image", "release", "signature", "seal"]) {
    const times = verdicts.flatMap(({ timings }) => timings.get(step) ?? []).sort((one, other) => one - other);
    const at = (share: number) => (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1);
    console.log(`${step}: median ${at(0.5)} ms, 95 % within ${at(0.95)} ms, longest ${at(1)} ms`);
  }
}

function tally(names: readonly string[]): string {
  const counts = new Map<string, number>();
  names.forEach((name) => counts.set(name, (counts.get(name) ?? 0) + 1));
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name} ${count}`)
    .join(" · ");
}

function slowest({ timings }: Verdict): { step: string; ms: number } {
  return [...timings]
    .map(([step, ms]) => ({ step, ms }))
    .reduce((worst, one) => (one.ms > worst.ms ? one : worst), { step: "nothing", ms: 0 });
}

function describeSlowest(verdict: Verdict): string {
  const { step, ms } = slowest(verdict);
  return `${step} ${Math.round(ms)} ms`;
}

/** Files that qpdf opens but that are refused, with the reason found by manual inspection. */
const reasons: Readonly<Record<string, string>> = {
  "pyhanko/broken-objstream1.pdf":
    "no page: the object stream with its only page is broken; poppler, MuPDF and qpdf --show-npages find none either",
  "pyhanko/broken-objstream3.pdf":
    "no page: the object stream with its only page is broken; poppler, MuPDF and qpdf --show-npages find none either",
  "pyhanko/broken-objstream6.pdf":
    "no page: the object stream with its only page is broken; poppler, MuPDF and qpdf --show-npages find none either",
  "pdfjs/poppler-395-0-fuzzed.pdf":
    "no page: its page tree was never in the file, by all four readers; and it looks signed",
  "pdfjs/issue9105_other.pdf":
    "no page of its own: the only one is written inside a page tree that belongs to no catalog; qpdf and poppler count none",
  "pdfjs/issue15893_reduced.pdf":
    "two files in one: the last trailer names an encryption with an unknown password; qpdf falls back to the first, unencrypted one",
  "pdfjs/pr6531_2.pdf":
    "a user password is needed; qpdf opens it as the owner, whose password is empty. PDFium and MuPDF do not try that",
};

function whyRefused(name: string): string | null {
  return reasons[name] ?? null;
}
