import { statSync } from "node:fs";
import path from "node:path";
import { isGreen, type VerificationReport } from "@/lib/pades/verify/report/report";
import { verifyPdf } from "@/lib/pades/verify/verify-pdf";
import { openSegments } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { Expectation } from "./table";

const slowestMs = 3000;
/** Accepted alternatives where the table has `invalid` or `none` (docs/gold-contested.md). */
const refusals = new Set(["invalid", "none", "unsupported"]);

export interface Outcome extends Expectation {
  ours: string;
  milliseconds: number;
  /** Null for a row that is not counted. */
  ok: boolean | null;
  note: string;
}

/** Verifies one file of the table as `POST /file/validate` would. */
export function judgeVerdict(folder: string, expected: Expectation): Outcome {
  const started = performance.now();
  const report = verifyFile(path.join(folder, expected.file));
  const milliseconds = performance.now() - started;
  const isTimely = milliseconds <= slowestMs;
  const ok = isTimely && (report instanceof PdfError ? refusalPasses(expected) : isAsExpected(expected, report));
  const answer =
    report instanceof PdfError
      ? { ours: report.code, note: report.detail }
      : { ours: report.verdict, note: explain(report) };
  return { ...expected, ...answer, milliseconds, ok: expected.must === "contested" ? null : ok };
}

function verifyFile(location: string): VerificationReport | PdfError {
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

function refusalPasses({ must, verdict }: Expectation): boolean {
  return must === "not_green" && verdict !== "modified";
}

function isAsExpected({ must, verdict }: Expectation, report: VerificationReport): boolean {
  const ours = report.verdict;
  if (must === "sig_green_ts_not") {
    return (
      isGreen(ours) &&
      report.signatures.some(({ timestamp }) => timestamp.status !== "none" && timestamp.status !== "valid")
    );
  }
  if (must === "green") {
    return ours === verdict;
  }
  if (verdict === "modified") {
    return ours === "modified" || ours === "invalid" || ours === "unsupported";
  }
  return verdict.startsWith("must_") ? !isGreen(ours) : refusals.has(ours);
}

function explain(report: VerificationReport): string {
  const worst = report.signatures.find((signature) => signature.verdict === report.verdict);
  return worst?.explanation ?? "no signature";
}
