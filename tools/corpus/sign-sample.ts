import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { copyFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { IngestOutcome, PdfEngine } from "@/lib/engine/engine";
import type { SignedTail } from "@/lib/pades/sign-revision";
import type { PreparedField } from "@/lib/pdf/fields/prepared-field";
import type { PageSize } from "@/lib/pdf/ingest/ingest";
import type { SegmentPath } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import type { Box } from "@/lib/platform/geometry/placement";
import type { SigningParty } from "./signing-party";

export interface SignedSample {
  ingest: IngestOutcome["kind"];
  alreadySigned: boolean;
  /** Base and appended revisions, in order. */
  segments: SegmentPath[];
  /** Number of segments before anyone signed: the version that the signers see. */
  ingested: number;
  /** Signatures that the product added. */
  added: number;
  boxes: Box[];
  page: PageSize;
}

/** Time from request to answer, by step. */
export type Timings = Map<string, number>;

interface Bench {
  engine: PdfEngine;
  party: SigningParty;
  folder: string;
  timings: Timings;
}

const MAX_PAGES = 2000;

/** Processes one file as the product does: upload, release, two signatures, seal. Rethrows the engine's errors. */
export async function signSample(bench: Bench, sample: Sample): Promise<SignedSample> {
  const { engine, folder } = bench;
  const upload = path.join(folder, "upload.pdf");
  await copyFile(sample.path, upload);
  const outcome = await timed(bench, "upload", () => engine.ingest(upload, sample.size));
  const file = await takeOver(folder, upload, outcome);
  const ingested = file.segments.length;
  const [page] = outcome.pages;
  if (page === undefined) {
    throw new Error("a file without pages was taken in");
  }
  await timed(bench, "page image", () =>
    engine.pageImage(file.segments, { page: 1, widthPx: 400, format: "webp" }),
  ).catch(ignoreKnown);
  const { fields, isToBeCertified, boxes } = await timed(bench, "release", () => releaseWhereItMay(bench, file, page));
  for (const field of fields.filter(({ role }) => role === "signature")) {
    await timed(bench, "signature", () => signAs(bench, file, field));
  }
  await timed(bench, "seal", () => sealFile(bench, file, fields));
  return {
    ingest: outcome.kind,
    alreadySigned: outcome.alreadySigned,
    segments: file.segments,
    ingested,
    added: isToBeCertified ? 4 : 3,
    boxes,
    page,
  };
}

/** The file as stored: segments and the hash of their concatenation. */
class GrowingFile {
  readonly segments: SegmentPath[] = [];
  sha256 = "";

  constructor(private readonly folder: string) {}

  adopt(file: string, size: number, sha256: string): void {
    this.segments.push({ path: file, size });
    this.sha256 = sha256;
  }

  async append({ tail, sha256 }: { tail: Buffer; sha256: string }): Promise<void> {
    const file = path.join(this.folder, `tail-${this.segments.length}`);
    await writeFile(file, tail);
    this.adopt(file, tail.length, sha256);
  }
}

async function takeOver(folder: string, upload: string, outcome: IngestOutcome): Promise<GrowingFile> {
  const file = new GrowingFile(folder);
  const { tail, sha256 } = outcome;
  file.adopt(outcome.baseReplaced ?? upload, outcome.size - (tail?.length ?? 0), sha256);
  if (tail !== null) {
    await file.append({ tail, sha256 });
  }
  return file;
}

async function release({ engine, party }: Bench, file: GrowingFile, boxes: readonly (Box | null)[]) {
  const signers = boxes.map((box, i) => {
    return {
      signRequestId: i + 1,
      fields: box === null ? [] : [{ fieldId: i + 1, type: "signature" as const, pageIndex: 0, box }],
    };
  });
  const plan = { fileUuid: randomUUID(), signers, maxPages: MAX_PAGES, expectedSha256: file.sha256 };
  const preparation = await engine.prepare(file.segments, plan);
  await file.append(preparation);
  const certification = preparation.fields.find(({ role }) => role === "certification");
  if (certification !== undefined) {
    await file.append(await engine.certify(file.segments, serviceSignature(certification, file), party.cms));
  }
  return preparation;
}

function signAs({ engine, party }: Bench, file: GrowingFile, field: PreparedField): Promise<void> {
  const content =
    field.field === null
      ? null
      : { kind: "image" as const, image: "drawn", lines: ["Ada Lovelace", "20 Nov 2026, 10:30 UTC"] };
  const plan = {
    ...serviceSignature(field, file),
    name: "Ada Lovelace",
    content,
    fills: [],
    images: { drawn: party.image },
  };
  return engine.sign(file.segments, plan, party.cms).then((signed: SignedTail) => file.append(signed));
}

async function sealFile({ engine, party }: Bench, file: GrowingFile, fields: readonly PreparedField[]): Promise<void> {
  const field = fields.find(({ role }) => role === "seal");
  if (field === undefined) {
    throw new Error("no seal field was prepared");
  }
  const head = sha256Hex("audit head");
  const spec = { ...serviceSignature(field, file), reason: `audit ${head}`, withdrawnFieldNames: [] };
  await file.append(await engine.seal(file.segments, spec, party.cms));
}

function serviceSignature(field: PreparedField, file: GrowingFile) {
  return { fieldName: field.name, signedAt: new Date(), name: "Paraph", reason: null, expectedSha256: file.sha256 };
}

/**
 * Candidate positions of two signers' fields, as shares of the page from its top left. A signed upload rejects fields
 * that cover an annotation.
 */
const placements: readonly (readonly [left: number, top: number])[][] = [
  [
    [0.1, 0.1],
    [0.55, 0.55],
  ],
  [
    [0.3, 0.3],
    [0.7, 0.7],
  ],
  [
    [0.05, 0.05],
    [0.8, 0.8],
  ],
  [
    [0.6, 0.6],
    [0.9, 0.9],
  ],
  [
    [0.05, 0.02],
    [0.55, 0.02],
  ],
  [
    [0.05, 0.95],
    [0.55, 0.95],
  ],
];

/**
 * Releases with the first placement that covers nothing, or else without fields, as a requester would after the
 * rejection.
 */
async function releaseWhereItMay(bench: Bench, file: GrowingFile, page: PageSize) {
  for (const shares of placements) {
    const boxes = boxesOn(page, shares);
    try {
      return { ...(await release(bench, file, boxes)), boxes };
    } catch (error) {
      if (!(error instanceof PdfError && error.code === "covers_annotation")) throw error;
    }
  }
  return { ...(await release(bench, file, [null, null])), boxes: [] };
}

/** Two boxes on the page, of ordinary size where the page has room. */
function boxesOn({ widthPt, heightPt }: PageSize, shares: (readonly [number, number])[]): Box[] {
  const size = { widthPt: Math.min(160, widthPt * 0.35), heightPt: Math.min(60, heightPt * 0.3) };
  return shares.map(([left, top]) => ({
    leftPt: Math.min(widthPt * left, widthPt - size.widthPt),
    topPt: Math.min(heightPt * top, heightPt - size.heightPt),
    ...size,
  }));
}

async function timed<T>({ timings }: Bench, step: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    timings.set(step, Math.max(timings.get(step) ?? 0, performance.now() - start));
  }
}

/** Errors for a page that PDFium cannot render, or not in time, are valid answers; the file may still be signed. */
const pageImageAnswers = new Set(["PdfError", "EngineTimeoutError"]);

function ignoreKnown(error: unknown): void {
  if (!(error instanceof Error && pageImageAnswers.has(error.name))) {
    throw error;
  }
}

export interface Sample {
  /** Relative to the corpus. */
  name: string;
  path: string;
  size: number;
  /** `qpdf --check` on the original: 0 valid, 3 warnings, 2 unreadable or a password is needed. */
  qpdf: number;
}

/** The rows of the corpus's MANIFEST.tsv. */
export function readManifest(folder: string): Sample[] {
  const [header = "", ...rows] = readFileSync(path.join(folder, "MANIFEST.tsv"), "utf8").trim().split("\n");
  const columns = header.split("\t");
  const column = (cells: readonly string[], name: string) => cells[columns.indexOf(name)] ?? "";
  return rows.map((row) => {
    const cells = row.split("\t");
    const name = column(cells, "path");
    return {
      name,
      path: path.join(folder, name),
      size: Number(column(cells, "bytes")),
      qpdf: Number(column(cells, "qpdf_check_rc")),
    };
  });
}
