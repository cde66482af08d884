/**
 * Files crafted to consume gigabytes or unlimited time: `npm run bench -- bombs`. Each is ingested, verified and, if
 * accepted, rendered (images: normalised), while small documents are signed one after the other. Prints the slowest
 * answer, the slowest signature meanwhile, and the largest process.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEngine } from "@/lib/engine/pool";
import { IMAGE_BOMBS, PDF_BOMBS } from "@/lib/engine/testing/bombs";
import { makeTestAuthority } from "@/lib/pades/testing/certificates";
import { FILE_UUID, GrowingDocument } from "@/lib/pades/testing/sign-document";
import { signatureFieldName } from "@/lib/pdf/fields/prepared-field";
import type { SegmentPath } from "@/lib/pdf/syntax/byte-source";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { watchMemory } from "../corpus/watch-memory";

const ANSWER_BAR_MS = 3000;
const OTHERS_BAR_MS = 500;
const MEMORY_BAR_MIB = 512;

const folder = mkdtempSync(path.join(tmpdir(), "paraph-bombs-"));
const engine = startEngine({ distDir: path.resolve("dist"), maxPdfBytes: 100 * 2 ** 20 });

let files = 0;
function store(bytes: Buffer): SegmentPath {
  const file = path.join(folder, String((files += 1)));
  writeFileSync(file, bytes);
  return { path: file, size: bytes.length };
}

async function timed(work: () => Promise<unknown>): Promise<{ ms: number; answer: string }> {
  const started = performance.now();
  const answer = await work().then(
    () => "done",
    (error: unknown) => (error instanceof Error ? ((error as { code?: string }).code ?? error.message) : String(error)),
  );
  return { ms: performance.now() - started, answer };
}

/** Signs a small document repeatedly until stopped; returns the slowest time. */
async function makeOthers() {
  const signer = await (await makeTestAuthority()).issue("Ada");
  const document = new GrowingDocument(makePdf({ pages: [{}] }));
  await document.prepare([{ signRequestId: 1, fields: [] }], signer);
  const segments = [store(document.bytes)];
  const spec = {
    fieldName: signatureFieldName(FILE_UUID, 1),
    content: null,
    fills: [],
    images: {},
    signedAt: new Date(),
    name: "Ada",
    reason: null,
    expectedSha256: null,
  };
  await engine.sign(segments, spec, signer.makeCms);
  return () => {
    let isRunning = true;
    const slowest = (async () => {
      let worst = 0;
      while (isRunning) {
        worst = Math.max(worst, (await timed(() => engine.sign(segments, spec, signer.makeCms))).ms);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return worst;
    })();
    return async () => {
      isRunning = false;
      return slowest;
    };
  };
}

let isMet = true;
function print(name: string, size: number, answers: readonly { ms: number; answer: string }[], othersMs: number): void {
  const longest = Math.max(...answers.map(({ ms }) => ms));
  const isGood = longest <= ANSWER_BAR_MS && othersMs <= OTHERS_BAR_MS;
  isMet &&= isGood;
  const outcomes = answers.map(({ ms, answer }) => `${answer} ${ms.toFixed(0)} ms`).join(", ");
  console.log(
    `${name} (${Math.ceil(size / 1024)} KiB): ${outcomes}; a signature meanwhile at most ${othersMs.toFixed(0)} ms: ${isGood ? "met" : "MISSED"}`,
  );
}

const memory = watchMemory();
try {
  const signMeanwhile = await makeOthers();
  for (const [name, make] of Object.entries(PDF_BOMBS)) {
    const bomb = store(make());
    const stop = signMeanwhile();
    const takenIn = await timed(() => engine.ingest(bomb.path, bomb.size));
    const drawn =
      takenIn.answer === "done"
        ? [await timed(() => engine.pageImage([bomb], { page: 1, widthPx: 800, format: "webp" }))]
        : [];
    print(name, bomb.size, [takenIn, await timed(() => engine.verify([bomb])), ...drawn], await stop());
  }
  for (const [name, make] of Object.entries(IMAGE_BOMBS)) {
    const bytes = make();
    const stop = signMeanwhile();
    print(name, bytes.length, [await timed(() => engine.normaliseImage(bytes))], await stop());
  }
} finally {
  memory.stop();
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
}
const largest = Math.round(memory.largest / 2 ** 20);
console.log(
  `bars: ${ANSWER_BAR_MS} ms an answer, ${OTHERS_BAR_MS} ms a signature meanwhile; largest process ${largest} MiB, ${memory.largestName} (bar: ${MEMORY_BAR_MIB} MiB): ${largest <= MEMORY_BAR_MIB ? "met" : "MISSED"}`,
);
process.exitCode = isMet && largest <= MEMORY_BAR_MIB ? 0 : 1;
