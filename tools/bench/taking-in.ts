/**
 * Ingesting a valid upload against its floor: `node scripts/run.mjs tools/bench/taking-in.ts`.
 *
 * floor   read the file in 1 MiB chunks, SHA-256: the cost of an upload without inspection
 * ours    open, look for reader differences, active and hidden content, make a trial preparation, hash
 *
 * Both alternate in one process. The lowest of several medians counts, because other load on the machine only adds to
 * it.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { takeIn } from "@/lib/engine/take-in";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { medianOf, runFloor, timed } from "./floors/read-and-hash";

const rounds = 7;
const warmUp = 200;
const sizes = [
  { label: "1 page, 50 KB", pages: 1, bytes: 50_000, runs: 401, bar: 6 },
  { label: "20 pages, 5 MB", pages: 20, bytes: 5_000_000, runs: 41, bar: 2.5 },
  { label: "100 pages, 5 MB", pages: 100, bytes: 5_000_000, runs: 41, bar: 3.5 },
];

interface Upload {
  path: string;
  size: number;
}

function runOurs(segment: Upload): void {
  const taken = takeIn({ segment, stage: "uploaded" });
  // An inspection that stops at its limits is not a finding about the file.
  const isSound = taken.kind === "ready" && taken.shadow.every(({ code }) => code === "page_not_looked_at");
  if (!isSound) {
    throw new Error(`the bench file is ${taken.kind}`);
  }
}

function measure(upload: Upload, runs: number): { floorMs: number; oursMs: number } {
  for (let run = 0; run < warmUp; run += 1) runOurs(upload);
  const medians = Array.from({ length: rounds }, () => {
    const pairs = Array.from({ length: runs }, () => ({
      floor: timed(() => runFloor(upload.path)),
      ours: timed(() => runOurs(upload)),
    }));
    return { floor: medianOf(pairs.map(({ floor }) => floor)), ours: medianOf(pairs.map(({ ours }) => ours)) };
  });
  return {
    floorMs: Math.min(...medians.map(({ floor }) => floor)),
    oursMs: Math.min(...medians.map(({ ours }) => ours)),
  };
}

const folder = mkdtempSync(path.join(tmpdir(), "paraph-bench-"));
try {
  for (const { label, pages, bytes, runs, bar } of sizes) {
    const pdf = makePdf({ pages: Array.from({ length: pages }, () => ({})), sizeBytes: bytes });
    const upload = { path: path.join(folder, `${pages}.pdf`), size: pdf.length };
    writeFileSync(upload.path, pdf);
    const { floorMs, oursMs } = measure(upload, runs);
    const ratio = oursMs / floorMs;
    console.log(`taking in, ${label} (${pdf.length} bytes)`);
    console.log(
      `  floor ${floorMs.toFixed(3)} ms, ours ${oursMs.toFixed(3)} ms, ours / floor ${ratio.toFixed(2)} (bar ${bar}): ${ratio <= bar ? "met" : "MISSED"}`,
    );
    process.exitCode = ratio <= bar ? process.exitCode : 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
