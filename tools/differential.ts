// `npm run test:differential -- [--seed=N] [--only=TEXT] [--keep=FOLDER]`: generates ambiguous files, sends them
// through ingest, and checks that PDFium, pdf.js, poppler and MuPDF all show the accepted ones alike. docs:
// CONTRIBUTING.md, "Benches".
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEngine } from "@/lib/engine/pool";
import { generate } from "./differential/generate";
import { judgeFile } from "./differential/judge-file";
import { printReport } from "./differential/report";
import { inLanes } from "./judges/in-lanes";
import { option } from "./judges/options";
import { PdfiumJudge } from "./judges/pdfium-judge";

const seed = Number(option("seed") ?? Math.floor(Math.random() * 2 ** 31));
const only = option("only");
console.log(`seed ${seed}`);
const engine = startEngine({ distDir: path.resolve("dist"), maxPdfBytes: 100 * 1024 * 1024 });
const folder = await mkdtemp(path.join(tmpdir(), "differential-"));
try {
  const bench = { engine, pdfium: await PdfiumJudge.start(), folder, keepIn: option("keep") };
  if (bench.keepIn !== null) await mkdir(bench.keepIn, { recursive: true });
  const files = [...generate(seed, (id) => only === null || id.startsWith(only))];
  process.exitCode =
    printReport(await inLanes(files, (file) => judgeFile(bench, file)), seed, only === null) === 0 ? 0 : 1;
} finally {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
}
