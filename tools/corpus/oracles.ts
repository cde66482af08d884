import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { fillableScript, readFillable } from "@/lib/pdf/testing/fillable-fields";

export interface SignatureReport {
  valid: number;
  total: number;
}
export interface GreyImage {
  width: number;
  height: number;
  pixels: Buffer;
}

const LIMIT_MS = 20_000;
const NAMES = ["qpdf", "pdfsig", "pdftoppm", "mutool"] as const;
type OracleName = (typeof NAMES)[number];

const found = new Map<OracleName, string>();

/**
 * Locates the external tools, then hides them from this process and its children, because the product must work without
 * them. Throws when one is missing.
 */
export function takeOraclesAside(): void {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  for (const name of NAMES) {
    const file = folders.map((folder) => path.join(folder, name)).find(existsSync);
    if (file === undefined) {
      throw new Error(`${name} is not installed; without it nothing can be judged`);
    }
    found.set(name, file);
  }
  process.env.PATH = "";
}

/** pdfsig's result for every signature, without checking trust in the certificates. */
export async function pdfsig(path: string): Promise<SignatureReport> {
  const { output } = await run("pdfsig", ["-nocert", path]);
  const text = output.toString("latin1");
  return {
    total: text.match(/^Signature #\d+:/gm)?.length ?? 0,
    valid: text.match(/Signature Validation: Signature is Valid\./g)?.length ?? 0,
  };
}

/** Exit code of `qpdf --check`: 0, 3 for warnings, 2 for errors. */
export async function qpdfCheck(path: string): Promise<number> {
  return (await run("qpdf", ["--check", path])).code;
}

/**
 * Warnings of `qpdf --check` as one line, except those on linearization, which the first appended revision invalidates,
 * and on invalid images.
 */
export async function qpdfWarnings(path: string): Promise<string> {
  const { code, warnings: printed } = await run("qpdf", ["--check", path]);
  const warnings = printed
    .toString("latin1")
    .split("\n")
    .filter((line) => line.startsWith("WARNING") && !HARMLESS.test(line));
  return code === 2 ? "it is damaged" : (warnings[0] ?? "");
}

const HARMLESS =
  /linearization|linearized|hint table|shared object|shared identifier|first page|page length mismatch|object count mismatch|outlines table|nshared|no xref table entry|Not a JPEG|re-processed without filtering/;

/** Fields that MuPDF considers fillable; none when it cannot read the file. */
export async function fillableFields(file: string): Promise<string[]> {
  const script = `${file}.js`;
  await writeFile(script, fillableScript);
  return readFillable((await run("mutool", ["run", script, file])).output.toString("latin1")) ?? [];
}

/** The first page in grey, one pixel for two points; null when poppler renders none. */
export async function firstPage(path: string): Promise<GreyImage | null> {
  return toGrey((await run("pdftoppm", ["-r", "36", "-gray", "-cropbox", "-singlefile", path])).output);
}

/** Like `firstPage`, with MuPDF, which also renders some pages that poppler cannot. */
export async function firstPageByMupdf(path: string): Promise<GreyImage | null> {
  return toGrey(
    (await run("mutool", ["draw", "-q", "-r", "36", "-c", "gray", "-F", "pgm", "-o", "-", path, "1"])).output,
  );
}

function toGrey(output: Buffer): GreyImage | null {
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(output.toString("latin1", 0, 64));
  if (header === null) {
    return null;
  }
  return { width: Number(header[1]), height: Number(header[2]), pixels: output.subarray(header[0].length) };
}

function run(name: OracleName, args: readonly string[]): Promise<{ code: number; output: Buffer; warnings: Buffer }> {
  return new Promise((resolve) => {
    execFile(
      found.get(name) ?? name,
      args,
      { encoding: "buffer", maxBuffer: 1 << 28, timeout: LIMIT_MS },
      (error, output, warnings) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
        resolve({ code, output, warnings });
      },
    );
  });
}
