import { execFile } from "node:child_process";
import path from "node:path";
import { readPictures, type Area, type Picture } from "./picture";

/**
 * Only a file that a program never finishes waits this long: with 15 s on a busy machine, ordinary files seemed
 * unreadable.
 */
export const limitMs = 60_000;
/** Poppler resolves the standard fonts through fontconfig, so its renderings would otherwise depend on the machine. */
const withStandardFaces = { ...process.env, FONTCONFIG_FILE: path.resolve("tools/judges/standard-faces.conf") };

/** One program's result for a whole file: rendered pages and their text, in order. */
export interface Reading {
  pages: Picture[];
  texts: string[];
}

/** Poppler: the rendered pages, and the text of each. */
export async function readByPoppler(file: string, maxPages: number): Promise<Reading> {
  const last = String(maxPages);
  const [drawn, text] = await Promise.all([
    drawByPoppler(file, maxPages),
    run("pdftotext", ["-l", last, "-enc", "UTF-8", file, "-"]),
  ]);
  return { pages: drawn, texts: pagesOfText(text) };
}

/** Only the rendered pages. */
export async function drawByPoppler(file: string, maxPages: number): Promise<Picture[]> {
  return readPictures(await run("pdftoppm", ["-gray", "-r", "72", "-cropbox", "-l", String(maxPages), file]));
}

/** The text that poppler extracts from an area of the first page, in one line. */
export async function textByPoppler(file: string, [left, top, right, bottom]: Area): Promise<string> {
  const crop = ["-x", left, "-y", top, "-W", right - left, "-H", bottom - top].map(String);
  const text = await run("pdftotext", ["-l", "1", "-r", "72", "-enc", "UTF-8", "-nopgbrk", ...crop, file, "-"]);
  return text.toString("utf8").replaceAll(/\s+/g, " ").trim();
}

/** MuPDF: the same. */
export async function readByMupdf(file: string, maxPages: number): Promise<Reading> {
  const range = `1-${maxPages}`;
  const [pages, text] = await Promise.all([
    drawByMupdf(file, maxPages),
    run("mutool", ["draw", "-q", "-F", "txt", "-o", "-", file, range]),
  ]);
  return { pages, texts: pagesOfText(text) };
}

/** Only the rendered pages. */
export async function drawByMupdf(file: string, maxPages: number): Promise<Picture[]> {
  return readPictures(
    await run("mutool", ["draw", "-q", "-r", "72", "-c", "gray", "-F", "pgm", "-o", "-", file, `1-${maxPages}`]),
  );
}

/** Warnings and errors of `qpdf --check`; empty for a valid file. */
export async function complaintsOfQpdf(file: string): Promise<string> {
  return new Promise((resolve) => {
    execFile("qpdf", ["--check", file], { timeout: limitMs, maxBuffer: 1 << 26 }, (error, output, errors) => {
      resolve(
        error === null
          ? ""
          : `${errors}${output}`
              .split("\n")
              .filter((line) => /WARNING|error/i.test(line))
              .slice(0, 2)
              .join("; ") || "qpdf failed",
      );
    });
  });
}

/** Both programs end a page with a form feed. */
function pagesOfText(output: Buffer): string[] {
  return output.toString("utf8").split("\f").slice(0, -1);
}

/** A program's output; empty when it cannot read the file or times out. */
function run(command: string, args: readonly string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    execFile(
      command,
      args,
      { encoding: "buffer", env: withStandardFaces, timeout: limitMs, maxBuffer: 1 << 28 },
      (error, output) => {
        if (error !== null && "code" in error && error.code === "ENOENT") {
          reject(new Error(`${command} is not installed; without it nothing can be judged`));
          return;
        }
        resolve(output);
      },
    );
  });
}
