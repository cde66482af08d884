import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { verifyPdf } from "@/lib/pades/verify/verify-pdf";
import { openSegments } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";

export interface CorpusAnswers {
  files: number;
  slowest: { file: string; milliseconds: number };
  /** Peak memory of this process, in MiB. */
  peakMemory: number;
  failures: string[];
}

const slowestMs = 3000;
/** Node 24 needs some 15 MiB more than Node 20, which needs 137. */
const mostMemory = 175;

/**
 * Verifies every file of the corpus: each must get a verdict or a stated refusal within 3 s, and the process must stay
 * small.
 */
export function answerCorpus(folder: string): CorpusAnswers {
  const answers: CorpusAnswers = { files: 0, slowest: { file: "", milliseconds: 0 }, peakMemory: 0, failures: [] };
  const files = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".pdf"))
    : [];
  for (const file of files) {
    const milliseconds = answer(path.join(folder, file), answers.failures);
    answers.files += 1;
    if (milliseconds > answers.slowest.milliseconds) {
      answers.slowest = { file, milliseconds };
    }
  }
  if (answers.slowest.milliseconds > slowestMs) {
    answers.failures.push(`${answers.slowest.file} took ${answers.slowest.milliseconds.toFixed(0)} ms`);
  }
  answers.peakMemory = process.resourceUsage().maxRSS / 1024;
  if (answers.peakMemory > mostMemory) {
    answers.failures.push(`the process grew to ${answers.peakMemory.toFixed(0)} MiB`);
  }
  return answers;
}

function answer(location: string, failures: string[]): number {
  const started = performance.now();
  const source = openSegments([{ path: location, size: statSync(location).size }]);
  try {
    verifyPdf(source);
  } catch (error) {
    if (!(error instanceof PdfError)) {
      failures.push(`${path.basename(location)} failed: ${String(error)}`);
    }
  } finally {
    source.close();
  }
  return performance.now() - started;
}
