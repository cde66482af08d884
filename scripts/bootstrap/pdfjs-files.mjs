import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";

/** The files that pdf.js fetches while it draws: its worker, tables of East Asian codes, fonts, image decoders, colour profiles. */
const wanted = ["build/pdf.worker.min.mjs", "cmaps", "standard_fonts", "wasm", "iccs"];
/** The sandbox for scripts of documents, which we never run. */
const unwanted = /[\\/]quickjs-eval\.(js|wasm)$/;

/** Puts these files of the installed pdf.js below public/pdfjs/<version>, where browsers may keep them for ever. Idempotent. */
export function copyPdfjsFiles(root) {
  const from = path.join(root, "node_modules", "pdfjs-dist");
  const { version } = JSON.parse(readFileSync(path.join(from, "package.json"), "utf8"));
  const all = path.join(root, "public", "pdfjs");
  const to = path.join(all, version);
  if (!existsSync(to)) copyWhole(from, to);
  for (const name of readdirSync(all)) {
    if (name !== version) rmSync(path.join(all, name), { recursive: true, force: true });
  }
}

/** Renamed when whole: a copy that was broken off is never taken for one. */
function copyWhole(from, to) {
  const half = `${to}.half`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true });
  for (const name of wanted) {
    cpSync(path.join(from, name), path.join(half, path.basename(name)), {
      recursive: true,
      filter: (file) => !unwanted.test(file),
    });
  }
  renameSync(half, to);
}
