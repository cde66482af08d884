import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startChildren, startSecondReaders } from "@/lib/engine/lines/children";
import { drawPictures } from "@/lib/engine/pictures/see-pictures";
import type { Parts } from "@/lib/evidence/check/check-parts";
import { judgePictures } from "@/lib/pades/verify/pictures/judge-pictures";
import type { PicturePlan } from "@/lib/pades/verify/pictures/picture-plan";
import type { VerificationReport } from "@/lib/pades/verify/report";
import { verifyAndPlan } from "@/lib/pades/verify/verify-pdf";
import { openSegments, type SegmentPath } from "@/lib/pdf/byte-source";

/** More than a page gets: a person at a terminal can wait. */
const milliseconds = 60_000;
const limits = { budgetMs: milliseconds, othersMs: milliseconds, maxPages: 2_000 };

type Judge = (report: VerificationReport) => VerificationReport;

/**
 * Compares the signed revisions of the document, or of each file of an envelope, with the file by pictures, and returns a function that adds the result to
 * the report of a path. Throws the errors of `verifyAndPlan`.
 */
export async function comparePictures({
  document,
  bundle,
  roots = [],
}: Parts): Promise<(report: VerificationReport, path: string) => VerificationReport> {
  const files = [...(bundle?.files ?? [])].flatMap(([entry, path]) => (entry.endsWith(".pdf") ? [path] : []));
  const judges = new Map<string, Judge>();
  for (const path of [...(document === null ? [] : [document]), ...files])
    judges.set(path, await compareOne(path, roots));
  return (report, path) => judges.get(path)?.(report) ?? report;
}

async function compareOne(path: string, roots: readonly Buffer[]): Promise<Judge> {
  const segment = { path, size: statSync(path).size };
  const plan = planOf(segment, roots);
  if (!plan) return (report) => report;
  // The server's own children, from the folder that this script's bundle lies in.
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const renderers = { pdfium: startChildren(folder, 1), pdfjs: startSecondReaders(folder, 1) };
  try {
    const drawn = await drawPictures(renderers, [segment], plan, limits);
    return (report) => judgePictures(report, plan, drawn);
  } finally {
    renderers.pdfium.close();
    renderers.pdfjs.close();
  }
}

function planOf(segment: SegmentPath, roots: readonly Buffer[]): PicturePlan | null {
  const source = openSegments([segment]);
  try {
    return verifyAndPlan(source, { milliseconds, ours: { rootCertificates: roots } }).plan;
  } finally {
    source.close();
  }
}
