import { execFile } from "node:child_process";

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

/** What poppler's pdfsig says of every signature; trust in the certificates is not asked. */
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

/** The first page in grey, one pixel for two points; null when poppler draws none. */
export async function firstPage(path: string): Promise<GreyImage | null> {
  const { output } = await run("pdftoppm", ["-r", "36", "-gray", "-cropbox", "-singlefile", path]);
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(output.toString("latin1", 0, 64));
  if (header === null) {
    return null;
  }
  return { width: Number(header[1]), height: Number(header[2]), pixels: output.subarray(header[0].length) };
}

function run(command: string, args: readonly string[]): Promise<{ code: number; output: Buffer }> {
  return new Promise((resolve) => {
    execFile(command, args, { encoding: "buffer", maxBuffer: 1 << 28, timeout: LIMIT_MS }, (error, output) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
      resolve({ code, output });
    });
  });
}
