// `npm run test:gold`: verifies the signed PDFs of ../shared/gold and compares with the verdict that each must get.
import { readFileSync } from "node:fs";
import path from "node:path";
import { openSegments } from "@/lib/pdf/byte-source";
import { PdfError } from "@/lib/pdf/errors";
import { statSync } from "node:fs";
import { isGreen, verifyPdf } from "@/lib/pades/verify/verify-pdf";
import type { VerificationReport } from "@/lib/pades/verify/report";

const folder = path.resolve("../shared/gold");
const greenShare = 0.85;
const slowestMs = 3000;

interface Expectation {
  file: string;
  must: string;
  verdict: string;
}

interface Outcome extends Expectation {
  ours: string;
  ok: boolean | null;
  note: string;
}

function readTable(): Expectation[] {
  const lines = readFileSync(path.join(folder, "verify.tsv"), "utf8").trim().split("\n").slice(1);
  return lines.map((line) => {
    const [file = "", must = "", verdict = ""] = line.split("\t");
    return { file, must, verdict };
  });
}

function verifyFile(file: string): VerificationReport | PdfError {
  const location = path.join(folder, file);
  const source = openSegments([{ path: location, size: statSync(location).size }]);
  try {
    return verifyPdf(source);
  } catch (error) {
    if (error instanceof PdfError) {
      return error;
    }
    throw error;
  } finally {
    source.close();
  }
}

function judge(expected: Expectation): Outcome {
  const started = performance.now();
  const report = verifyFile(expected.file);
  const milliseconds = performance.now() - started;
  if (report instanceof PdfError) {
    return { ...expected, ours: report.code, ok: expected.must === "contested" ? null : expected.must === "not_green", note: report.detail };
  }
  const ok = milliseconds <= slowestMs && isAsExpected(expected, report);
  return { ...expected, ours: report.verdict, ok: expected.must === "contested" ? null : ok, note: explain(report, milliseconds) };
}

function isAsExpected({ must, verdict }: Expectation, report: VerificationReport): boolean {
  if (must === "not_green") {
    return !isGreen(report.verdict);
  }
  if (must === "sig_green_ts_not") {
    return isGreen(report.verdict) && report.signatures.some((signature) => signature.timestamp.status === "invalid");
  }
  return isGreen(report.verdict) && report.verdict === verdict;
}

function explain(report: VerificationReport, milliseconds: number): string {
  const worst = report.signatures.find((signature) => signature.verdict === report.verdict);
  return `${worst?.explanation ?? "no signature"} (${milliseconds.toFixed(0)} ms)`;
}

function print(outcomes: readonly Outcome[]): void {
  const width = Math.max(...outcomes.map(({ file }) => file.length));
  console.log(["file".padEnd(width), "must".padEnd(16), "verdict".padEnd(32), "ours".padEnd(20), "ok"].join(" | "));
  for (const { file, must, verdict, ours, ok, note } of outcomes) {
    const mark = ok === null ? "-" : ok ? "yes" : "NO";
    console.log([file.padEnd(width), must.padEnd(16), verdict.padEnd(32), ours.padEnd(20), mark.padEnd(3), note].join(" | "));
  }
}

const outcomes = readTable().map(judge);
print(outcomes);
const green = outcomes.filter(({ must }) => must === "green");
const greenFound = green.filter(({ ours }) => ours.startsWith("intact"));
const wronglyGreen = outcomes.filter(({ must, ok }) => must === "not_green" && ok === false);
console.log(`\ngreen files green: ${greenFound.length} of ${green.length}; not_green files green: ${wronglyGreen.length}`);
const counted = outcomes.filter(({ ok }) => ok !== null);
const passed = counted.filter(({ ok }) => ok).length;
console.log(`${passed} passed, ${counted.length - passed} failed`);
process.exitCode = wronglyGreen.length > 0 || greenFound.length < green.length * greenShare ? 1 : 0;
