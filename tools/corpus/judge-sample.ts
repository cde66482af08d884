import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { PdfEngine } from "@/lib/engine/engine";
import type { SegmentPath } from "@/lib/pdf/syntax/byte-source";
import { PdfError, type PdfErrorCode } from "@/lib/pdf/syntax/errors";
import { judgeStamps, type StampVerdict } from "@/lib/pdf/testing/judge-stamps";
import { fillableFields, firstPage, firstPageByMupdf, pdfsig, qpdfCheck, qpdfWarnings } from "./oracles";
import { signSample, type Sample, type SignedSample, type Timings } from "./sign-sample";
import type { SigningParty } from "./signing-party";

export interface Verdict {
  sample: Sample;
  timings: Timings;
  /** `refused` for a reason that the API reports as a 4xx; `violation` for anything that must not happen. */
  kind: "signed" | "refused" | "violation";
  why: string;
  ingest: SignedSample["ingest"] | null;
  stamp: StampVerdict | null;
}

/** Codes that attribute the failure to the file. Any other code is a bug of ours. */
const REFUSALS: ReadonlySet<PdfErrorCode> = new Set([
  "not_a_pdf",
  "damaged",
  "encrypted",
  "encrypted_for_others",
  "encrypted_and_signed",
  "locked",
  "too_large",
  "no_page",
  "xfa",
  "covers_annotation",
]);
/** From best to worst. */
const QPDF_ORDER = [0, 3, 2];

export async function judgeSample(
  bench: { engine: PdfEngine; party: SigningParty; folder: string },
  sample: Sample,
): Promise<Verdict> {
  const folder = path.join(bench.folder, sample.name.replaceAll("/", "__"));
  const timings: Timings = new Map();
  const verdict = (kind: Verdict["kind"], why: string, more: Partial<Verdict> = {}): Verdict => {
    return { sample, timings, kind, why, ingest: null, stamp: null, ...more };
  };
  await mkdir(folder);
  try {
    const signed = await signSample({ ...bench, folder, timings }, sample);
    const { faults, stamp } = await inspect(folder, sample, signed);
    return verdict(faults.length === 0 ? "signed" : "violation", faults.join("; "), { ingest: signed.ingest, stamp });
  } catch (error) {
    if (error instanceof PdfError && REFUSALS.has(error.code)) {
      return verdict("refused", error.message);
    }
    return verdict("violation", error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Findings of external tools on the result, against the upload. */
async function inspect(
  folder: string,
  sample: Sample,
  signed: SignedSample,
): Promise<{ faults: string[]; stamp: StampVerdict }> {
  const before = await concatenate(signed.segments.slice(0, signed.ingested), path.join(folder, "before.pdf"));
  const after = await concatenate(signed.segments, path.join(folder, "after.pdf"));
  const earlier = signed.alreadySigned ? await pdfsig(sample.path) : { valid: 0, total: 0 };
  const [now, qpdf] = [await pdfsig(after), await qpdfCheck(after)];
  const seen = judgeStamps(await firstPage(before), await firstPage(after), signed.boxes, signed.page);
  const stamp = isSeen(seen)
    ? seen
    : judgeStamps(await firstPageByMupdf(before), await firstPageByMupdf(after), signed.boxes, signed.page);
  const faults: string[] = [];
  if (now.valid < earlier.valid + signed.added || now.total < earlier.total + signed.added) {
    faults.push(`pdfsig: ${now.valid} of ${now.total} valid, expected ${earlier.valid + signed.added}`);
  }
  const stored = await qpdfWarnings(before);
  if (!signed.alreadySigned && stored !== "") {
    faults.push(`qpdf --check of what is stored: ${stored}`);
  }
  const allowed = signed.ingest === "repaired" ? 3 : sample.qpdf;
  if (QPDF_ORDER.indexOf(qpdf) > QPDF_ORDER.indexOf(allowed) || !QPDF_ORDER.includes(qpdf)) {
    faults.push(`qpdf --check: ${qpdf}, before ${sample.qpdf}`);
  }
  const fillable = signed.alreadySigned ? [] : await fillableFields(after);
  if (fillable.length > 0) {
    faults.push(`anybody can still fill ${fillable.slice(0, 3).join(", ")}`);
  }
  if (stamp === "outside") {
    faults.push("pixels changed outside the stamps");
  }
  return { faults, stamp };
}

function isSeen(stamp: StampVerdict): boolean {
  return stamp === "inside" || stamp === "outside" || stamp === "none placed";
}

async function concatenate(segments: readonly SegmentPath[], target: string): Promise<string> {
  await writeFile(target, Buffer.concat(await Promise.all(segments.map((segment) => readFile(segment.path)))));
  return target;
}
