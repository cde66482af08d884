import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** External PDF programs, used as oracles of the engine's tests. */

export interface PdfsigVerdict {
  field: string;
  signer: string;
  isSigned: boolean;
  isValid: boolean;
  coversAll: boolean;
}

const LIMIT_MS = 20_000;

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), "paraph-oracle-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(command: string, args: readonly string[]): { code: number | null; output: string; bytes: Buffer } {
  const { status, stdout, stderr, error } = spawnSync(command, args, { timeout: LIMIT_MS, maxBuffer: 1 << 28 });
  if (error !== undefined) {
    throw error;
  }
  return { code: status, output: stdout.toString("latin1") + stderr.toString("latin1"), bytes: stdout };
}

function onFile<T>(pdf: Buffer, work: (file: string, folder: string) => T): T {
  return inFolder((folder) => {
    const file = path.join(folder, "document.pdf");
    writeFileSync(file, pdf);
    return work(file, folder);
  });
}

/** Poppler's report on every signature field, in its order, without checking trust in certificates. */
export function pdfsig(pdf: Buffer): PdfsigVerdict[] {
  const { output } = onFile(pdf, (file) => run("pdfsig", ["-nocert", file]));
  return output
    .split(/^Signature #\d+:$/m)
    .slice(1)
    .map((block) => ({
      field: /Signature Field Name: (.*)/.exec(block)?.[1] ?? "",
      signer: /Signer Certificate Common Name: (.*)/.exec(block)?.[1] ?? "",
      isSigned: !block.includes("The signature form field is not signed."),
      isValid: block.includes("Signature Validation: Signature is Valid."),
      coversAll: block.includes("- Total document signed"),
    }));
}

/** Exit code of `qpdf --check`: 0 no findings, 3 warnings, 2 errors. */
export function qpdfCheck(pdf: Buffer): number | null {
  return onFile(pdf, (file) => run("qpdf", ["--check", file]).code);
}

/** MuPDF's line about each signature. */
export function mutoolSignatures(pdf: Buffer): string[] {
  const { output } = onFile(pdf, (file) => run("mutool", ["sign", "-v", file]));
  return output
    .split(/^Verifying signature \d+:$/m)
    .slice(1)
    .map((block) => block.trim().split("\n").at(-1)?.trim() ?? "");
}

/** Whether OpenSSL accepts a detached CMS over `data` as CAdES. `root` is the trusted certificate, DER. */
export function opensslVerifies(cms: Buffer, data: Buffer, root: Buffer): boolean {
  return inFolder((folder) => {
    const file = (name: string, bytes: Buffer): string => {
      writeFileSync(path.join(folder, name), bytes);
      return path.join(folder, name);
    };
    const pem = `-----BEGIN CERTIFICATE-----\n${root.toString("base64")}\n-----END CERTIFICATE-----\n`;
    const { code, output } = run("openssl", [
      ...["cms", "-verify", "-cades", "-binary", "-purpose", "any", "-out", path.join(folder, "out")],
      ...["-inform", "DER", "-in", file("cms", cms), "-content", file("data", data)],
      ...["-CAfile", file("root.pem", Buffer.from(pem))],
    ]);
    return code === 0 && output.includes("CAdES Verification successful");
  });
}

/** OpenSSL's listing of a DER structure. */
export function asn1Listing(der: Buffer): string {
  return onFile(der, (file) => run("openssl", ["asn1parse", "-inform", "DER", "-in", file]).output);
}

export interface GreyPage {
  width: number;
  height: number;
  /** 0 black to 255 white, rows from the top. */
  pixels: Buffer;
}

/** One displayed page (from 1) in grey, two pixels per unit of user space, rendered by poppler. */
export function renderPage(pdf: Buffer, page: number): GreyPage {
  const range = ["-f", String(page), "-l", String(page), "-singlefile"];
  const { bytes } = onFile(pdf, (file) => run("pdftoppm", ["-gray", "-cropbox", "-r", "144", ...range, file]));
  return toGreyPage(bytes);
}

function toGreyPage(bytes: Buffer): GreyPage {
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString("latin1", 0, 64));
  if (header === null) {
    throw new Error("no page was drawn");
  }
  return { width: Number(header[1]), height: Number(header[2]), pixels: bytes.subarray(header[0].length) };
}

/** A page rendered by MuPDF, at 72 dpi of the displayed page. */
export function renderPageByMupdf(pdf: Buffer, page: number): GreyPage {
  const { bytes } = onFile(pdf, (file) =>
    run("mutool", ["draw", "-q", "-r", "72", "-c", "gray", "-F", "pgm", "-o", "-", file, String(page)]),
  );
  return toGreyPage(bytes);
}

/** MuPDF's warnings when it opens the file; empty for a valid one. */
export function mutoolWarnings(pdf: Buffer): string {
  const { code, output } = onFile(pdf, (file) => run("mutool", ["info", file]));
  return (
    output
      .split("\n")
      .filter((line) => /^(warning|error)/.test(line))
      .join("\n") + (code === 0 ? "" : `exit code ${code}`)
  );
}

/** The file as rewritten by qpdf with options such as `--linearize`. */
export function qpdfRewrite(pdf: Buffer, ...options: readonly string[]): Buffer {
  return onFile(pdf, (file) => run("qpdf", [...options, file, "-"]).bytes);
}

/**
 * The smallest rectangle that contains every dark pixel: left, top, right, bottom (exclusive); null for a blank page.
 */
export function darkBox({ width, height, pixels }: GreyPage): [number, number, number, number] | null {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((pixels[y * width + x] ?? 255) < 128) {
        [left, top, right, bottom] = [
          Math.min(left, x),
          Math.min(top, y),
          Math.max(right, x + 1),
          Math.max(bottom, y + 1),
        ];
      }
    }
  }
  return right === 0 ? null : [left, top, right, bottom];
}

/** Text of a whole document as extracted by poppler and MuPDF, in words. */
export function wordsByPoppler(pdf: Buffer): string[] {
  return wordsOf(onFile(pdf, (file) => run("pdftotext", ["-q", "-raw", file, "-"]).bytes).toString("utf8"));
}

export function wordsByMupdf(pdf: Buffer): string[] {
  return wordsOf(
    onFile(pdf, (file) => run("mutool", ["draw", "-q", "-F", "txt", "-o", "-", file]).bytes).toString("utf8"),
  );
}

/** Sorted, because programs differ only in the order of lines. */
export function wordsOf(text: string): string[] {
  return text
    .split(/\s+/)
    .filter((word) => word !== "")
    .sort();
}

/** Every warning of `qpdf --check`, including those on linearization. */
export function qpdfWarnings(pdf: Buffer): string {
  const { code, output } = onFile(pdf, (file) => run("qpdf", ["--check", file]));
  return code === 0 ? "" : output;
}
