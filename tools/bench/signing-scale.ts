/**
 * How signing scales with elements, threads and signers: `npm run bench -- signing-scale`. Each pair is measured
 * alternately in one process, so that other load on the machine affects both alike. Bars are ratios.
 */
import { createHash } from "node:crypto";
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEngine } from "@/lib/engine/pool";
import { signFields, type FieldFill, type SignPlan } from "@/lib/pades/sign-fields";
import { makeTestAuthority, type TestSigner } from "@/lib/pades/testing/certificates";
import { FILE_UUID, GrowingDocument } from "@/lib/pades/testing/sign-document";
import { inputFieldName, signatureFieldName, type PlannedField } from "@/lib/pdf/fields/prepared-field";
import { toImageXObject } from "@/lib/pdf/images/image-xobject";
import { openSegments, type SegmentPath } from "@/lib/pdf/syntax/byte-source";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { drawnSignature } from "./signing-scale/drawn-signature";
import { signaturesPerSecond } from "./signing-scale/throughput";

const CHUNK = Buffer.alloc(1024 * 1024);
const lines = ["Ada Lovelace", "2026-11-20 10:00 UTC"];
const folder = mkdtempSync(path.join(tmpdir(), "paraph-scale-"));
const png = await drawnSignature();
const images = { mine: toImageXObject(png) };
let signer: TestSigner;
let isMet = true;

/** One signature, then the fields of a long form: initials, texts, dates and ticks. */
function fieldsOf(count: number, pages: number): PlannedField[] {
  return Array.from({ length: count }, (_, index) => {
    const box = {
      leftPt: 40 + (index % 4) * 130,
      topPt: 40 + Math.floor((index % 40) / 4) * 70,
      widthPt: 120,
      heightPt: 50,
    };
    const type = index === 0 ? "signature" : ((["initial", "text", "date", "checkbox"] as const)[index % 4] ?? "text");
    return { fieldId: index + 1, type, pageIndex: index % pages, box };
  });
}

function fillOf({ fieldId, type }: PlannedField): FieldFill {
  const fieldName = inputFieldName(FILE_UUID, 1, fieldId);
  if (type === "initial") return { fieldName, content: { kind: "image", image: "mine", lines: [] } };
  if (type === "checkbox") return { fieldName, content: { kind: "checkbox", isChecked: fieldId % 8 === 0 } };
  return { fieldName, content: { kind: "text", text: type === "date" ? "2026-11-20" : `Clause ${fieldId}, agreed` } };
}

function planFor(signRequestId: number, fields: readonly PlannedField[]): SignPlan {
  return {
    fieldName: signatureFieldName(FILE_UUID, signRequestId),
    images,
    signedAt: new Date(),
    name: "Ada Lovelace",
    reason: null,
    expectedSha256: null,
    content: fields.length === 0 ? null : { kind: "image", image: "mine", lines },
    fills: fields.slice(1).map(fillOf),
  };
}

let stored = 0;
function store(document: GrowingDocument): SegmentPath[] {
  let size = 0;
  return document.states.map((state) => {
    const file = path.join(folder, String((stored += 1)));
    writeFileSync(file, state.subarray(size));
    const segment = { path: file, size: state.length - size };
    size = state.length;
    return segment;
  });
}

async function signOnce(segments: readonly SegmentPath[], plan: SignPlan): Promise<Buffer> {
  const source = openSegments(segments);
  try {
    const { tail } = await signFields(source, plan, signer.makeCms);
    writeFileSync(path.join(folder, "out"), tail);
    return tail;
  } finally {
    source.close();
  }
}

function readAndHash(segments: readonly SegmentPath[]): void {
  const hash = createHash("sha256");
  for (const segment of segments) {
    const fd = openSync(segment.path, "r");
    for (let count = readSync(fd, CHUNK); count > 0; count = readSync(fd, CHUNK)) hash.update(CHUNK.subarray(0, count));
    closeSync(fd);
  }
  hash.digest();
}

/** Warm medians of two alternating operations, in milliseconds. */
async function byTurns(runs: number, one: () => unknown, other: () => unknown): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let run = 0; run < runs + 3; run += 1) {
    for (const [index, work] of [one, other].entries()) {
      const started = performance.now();
      await work();
      if (run >= 3) times[index]?.push(performance.now() - started);
    }
  }
  const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return [median(times[0]), median(times[1])];
}

function report(what: string, figures: string, ratio: number, bar: number, isCeiling: boolean): void {
  const isGood = isCeiling ? ratio <= bar : ratio >= bar;
  isMet &&= isGood;
  console.log(
    `${what}\n  ${figures}\n  ratio ${ratio.toFixed(2)} (bar: at ${isCeiling ? "most" : "least"} ${bar}): ${isGood ? "met" : "MISSED"}`,
  );
}

async function prepared(
  pages: number,
  sizeBytes: number,
  signers: { signRequestId: number; fields: PlannedField[] }[],
): Promise<GrowingDocument> {
  const document = new GrowingDocument(makePdf({ pages: Array.from({ length: pages }, () => ({})), sizeBytes }));
  await document.prepare(signers, signer);
  return document;
}

async function measureFields(label: string, pages: number, sizeBytes: number, runs: number): Promise<void> {
  const [few, many] = [fieldsOf(1, pages), fieldsOf(100, pages)];
  const one = store(await prepared(pages, sizeBytes, [{ signRequestId: 1, fields: few }]));
  const hundred = store(await prepared(pages, sizeBytes, [{ signRequestId: 1, fields: many }]));
  const [oneMs, hundredMs] = await byTurns(
    runs,
    () => signOnce(one, planFor(1, few)),
    () => signOnce(hundred, planFor(1, many)),
  );
  report(
    `one signer with 100 elements against one, ${label}`,
    `one ${oneMs.toFixed(2)} ms, a hundred ${hundredMs.toFixed(2)} ms`,
    hundredMs / oneMs,
    2.5,
    true,
  );
}

async function measureTenth(): Promise<void> {
  const signers = Array.from({ length: 10 }, (_, index) => ({
    signRequestId: index + 1,
    fields: fieldsOf(1, 20).map((field) => ({ ...field, fieldId: index + 1, pageIndex: index })),
  }));
  const document = await prepared(20, 50_000_000, signers);
  for (const { signRequestId, fields } of signers.slice(0, 9))
    await document.sign(signRequestId, signer, planFor(signRequestId, fields));
  const segments = store(document);
  const tenth = planFor(10, signers[9]?.fields ?? []);
  const [floorMs, signMs] = await byTurns(
    15,
    () => readAndHash(segments),
    () => signOnce(segments, tenth),
  );
  report(
    "the tenth signature on 50 MB against reading and hashing the file",
    `read and hash ${floorMs.toFixed(1)} ms, tenth signature ${signMs.toFixed(1)} ms`,
    signMs / floorMs,
    1.3,
    true,
  );
}

/** With a ready-made CMS: it is made in the calling thread, so more workers cannot speed it up. */
async function measureThreads(): Promise<void> {
  const fields = fieldsOf(1, 1);
  const cms = await signer.makeCms(Buffer.alloc(32));
  const segments = store(await prepared(1, 50_000, [{ signRequestId: 1, fields }]));
  const spec = { ...planFor(1, fields), images: { mine: png } };
  const engines = [1, 2].map((threads) => startEngine({ distDir: path.resolve("dist"), maxPdfBytes: 1e8, threads }));
  const best = await signaturesPerSecond(engines, (engine) => engine.sign(segments, spec, () => cms));
  await Promise.all(engines.map((engine) => engine.close()));
  const [alone = 1, together = 0] = best;
  report(
    "two workers against one at 50 KB",
    `one ${alone.toFixed(0)} signatures a second, two ${together.toFixed(0)}`,
    together / alone,
    1.7,
    false,
  );
}

try {
  signer = await (await makeTestAuthority()).issue("Ada Lovelace");
  await measureFields("1 page, 52 KB", 1, 52_000, 201);
  await measureFields("100 pages, 5 MB", 100, 5_000_000, 61);
  await measureThreads();
  await measureTenth();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isMet ? 0 : 1;
