import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";

const run = promisify(execFile);

/** Runs `work` with the PDF in a folder of its own. */
async function withPdf<Value>(pdf: Buffer, work: (file: string, folder: string) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "oracle-"));
  try {
    const file = path.join(folder, "document.pdf");
    await writeFile(file, pdf);
    return await work(file, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export interface PdfsigSignature {
  field: string;
  signer: string;
  isValid: boolean;
  subFilter: string;
}

/** What poppler's pdfsig says of every signature, in its order. */
export async function pdfsig(pdf: Buffer): Promise<PdfsigSignature[]> {
  const output = await withPdf(pdf, async (file) => (await run("pdfsig", ["-nocert", file]).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? "" }))).stdout);
  return output.split(/^Signature #\d+:$/m).slice(1).map((block) => ({
    field: /Signature Field Name: (.*)/.exec(block)?.[1] ?? "",
    signer: /Signer Certificate Common Name: (.*)/.exec(block)?.[1] ?? "",
    isValid: block.includes("Signature Validation: Signature is Valid."),
    subFilter: /Signature Type: (.*)/.exec(block)?.[1] ?? "",
  }));
}

/** Exit code of `qpdf --check`: 0 nothing, 3 warnings, 2 errors. */
export async function qpdfCheck(pdf: Buffer): Promise<number> {
  return withPdf(pdf, (file) => run("qpdf", ["--check", file]).then(() => 0, (error: { code?: number }) => error.code ?? -1));
}

/** Checks the CMS of every signature with openssl over the bytes that its ByteRange names. Answers one verdict a signature, oldest first. */
export async function opensslVerify(pdf: Buffer, rootsPem: string): Promise<boolean[]> {
  const text = pdf.toString("latin1");
  const ranges = [...text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)].map((match) => match.slice(1, 5).map(Number) as [number, number, number, number]);
  return Promise.all(ranges.map(([, gapStart, tailStart, tailLength]) => withPdf(pdf, async (_file, folder) => {
    const der = Buffer.from(text.slice(gapStart + 1, tailStart - 1), "hex");
    await writeFile(path.join(folder, "cms.der"), der.subarray(0, derLength(der)));
    await writeFile(path.join(folder, "data.bin"), Buffer.concat([pdf.subarray(0, gapStart), pdf.subarray(tailStart, tailStart + tailLength)]));
    await writeFile(path.join(folder, "roots.pem"), rootsPem);
    const args = ["cms", "-verify", "-cades", "-binary", "-inform", "DER", "-in", "cms.der", "-content", "data.bin", "-CAfile", "roots.pem", "-purpose", "any", "-out", "/dev/null"];
    return run("openssl", args, { cwd: folder }).then(() => true, () => false);
  })));
}

function derLength(der: Buffer): number {
  const first = der[1] ?? 0;
  return first < 128 ? 2 + first : 2 + (first & 127) + der.readUIntBE(2, first & 127);
}

/** Renders one page at `dpi`; greyscale pixels, one byte each. */
export async function render(pdf: Buffer, page: number, dpi = 144): Promise<{ width: number; height: number; pixels: Buffer }> {
  return withPdf(pdf, async (file, folder) => {
    await run("pdftoppm", ["-r", String(dpi), "-f", String(page), "-l", String(page), "-cropbox", "-png", "-singlefile", file, path.join(folder, "page")]);
    const { data, info } = await sharp(await readFile(path.join(folder, "page.png"))).greyscale().raw().toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, pixels: data };
  });
}

/** The box, in points from the top-left of the displayed page, outside of which two renderings are alike; null when they are the same. */
export async function changedBox(before: Buffer, after: Buffer, page: number, dpi = 144): Promise<{ left: number; top: number; right: number; bottom: number } | null> {
  const [a, b] = await Promise.all([render(before, page, dpi), render(after, page, dpi)]);
  if (a.width !== b.width || a.height !== b.height) throw new Error("the page changed its size");
  let box: { left: number; top: number; right: number; bottom: number } | null = null;
  for (let y = 0; y < a.height; y++) {
    for (let x = 0; x < a.width; x++) {
      const index = y * a.width + x;
      if (Math.abs((a.pixels[index] ?? 0) - (b.pixels[index] ?? 0)) < 48) continue;
      box = box
        ? { left: Math.min(box.left, x), top: Math.min(box.top, y), right: Math.max(box.right, x + 1), bottom: Math.max(box.bottom, y + 1) }
        : { left: x, top: y, right: x + 1, bottom: y + 1 };
    }
  }
  const scale = 72 / dpi;
  return box && { left: box.left * scale, top: box.top * scale, right: box.right * scale, bottom: box.bottom * scale };
}

/** Where each revision ends: after every `%%EOF` line that a `startxref` precedes. */
export function revisionEnds(pdf: Buffer): number[] {
  const text = pdf.toString("latin1");
  return [...text.matchAll(/startxref\s+\d+\s+%%EOF\r?\n?/g)].map((match) => match.index + match[0].length);
}
