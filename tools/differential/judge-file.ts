import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { IngestOutcome, PdfEngine } from "@/lib/engine/engine";
import { EngineBusyError, EngineLostError, EngineTimeoutError } from "@/lib/engine/lines/waiting-line";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { complaintsOfQpdf, readByMupdf, readByPoppler, type Reading } from "../judges/outside-judges";
import type { PdfiumJudge } from "../judges/pdfium-judge";
import { readByPdfjs } from "../judges/pdfjs-judge";
import { changedArea, lookAlike } from "../judges/picture";
import { isKnown } from "./families/known-differences";
import type { GeneratedFile } from "./generate";

/**
 * `kept` and `rewritten`: accepted, and all programs show the same. `warned`: they do not, and a warning names the
 * page. `unclean`: they show the same, but qpdf complains about the stored file. `known`: a difference listed in
 * known-differences.ts. `one differs`: only poppler or MuPDF differs from the other three. `different`: any other
 * difference.
 */
export type Outcome = "refused" | "kept" | "rewritten" | "warned" | "known" | "unclean" | "one_differs" | "different";

export const failing: ReadonlySet<Outcome> = new Set(["different", "one_differs", "unclean"]);

export interface Judgement extends Pick<GeneratedFile, "id" | "family" | "construct" | "known"> {
  outcome: Outcome;
  note: string;
}

export interface Bench {
  engine: PdfEngine;
  pdfium: PdfiumJudge;
  folder: string;
  /** Folder for failing files; null to discard them. */
  keepIn: string | null;
}

const maxPages = 4;

/** Sends a file through ingest like an upload, and renders the stored result with four programs. */
export async function judgeFile(bench: Bench, file: GeneratedFile): Promise<Judgement> {
  const { id, family, construct, known } = file;
  const answer = (outcome: Outcome, note = ""): Judgement => ({ id, family, construct, known, outcome, note });
  const upload = path.join(bench.folder, `${id.replaceAll(/\W+/g, "-")}.pdf`);
  await writeFile(upload, file.bytes);
  try {
    const outcome = await bench.engine.ingest(upload, file.bytes.length);
    const stored = await storedBytes(outcome, file.bytes);
    const kept = `${upload}.stored`;
    await writeFile(kept, stored);
    const differences = await compareReadings(bench, kept, stored, file.isTextCompared);
    const warned = pagesWarnedOf([outcome, await readersOf(bench.engine, kept, stored.length)]);
    const silent = differences.filter(({ page }) => !warned.has(page));
    const judged = await toOutcome({ file, outcome, differences: differences.length, silent, kept });
    if (bench.keepIn !== null && failing.has(judged[0])) {
      await writeFile(path.join(bench.keepIn, path.basename(upload)), stored);
    }
    return answer(...judged);
  } catch (error) {
    if (error instanceof PdfError) {
      return answer("refused", `${error.code}: ${error.detail}`);
    }
    throw error;
  } finally {
    await Promise.all(["", ".stored", ".repaired"].map((ending) => rm(`${upload}${ending}`, { force: true })));
  }
}

interface Judged {
  file: GeneratedFile;
  outcome: IngestOutcome;
  differences: number;
  silent: Difference[];
  kept: string;
}

async function toOutcome({ file, outcome, differences, silent, kept }: Judged): Promise<[Outcome, string]> {
  const complaints = await complaintsOfQpdf(kept);
  if (silent.length > 0) {
    const programs = new Set(silent.map(({ program }) => program));
    const isOne = programs.size === 1 && (programs.has("poppler") || programs.has("MuPDF"));
    const note = silent.map(({ page, what }) => `page ${page}: ${what}`).join("; ");
    return complaints === "" && isKnown(file.known, programs)
      ? ["known", note]
      : [isOne ? "one_differs" : "different", note];
  }
  if (complaints !== "") {
    return ["unclean", complaints];
  }
  return [differences > 0 ? "warned" : outcome.kind === "kept" ? "kept" : "rewritten", ""];
}

async function storedBytes({ baseReplaced, tail }: IngestOutcome, upload: Buffer): Promise<Buffer> {
  const base = baseReplaced === null ? upload : await readFile(baseReplaced);
  return tail === null ? base : Buffer.concat([base, tail]);
}

interface Difference {
  /** The program that differs from PDFium, or whose printout differs from its display. */
  program: string;
  page: number;
  what: string;
}

async function compareReadings(
  { pdfium }: Bench,
  file: string,
  bytes: Buffer,
  isTextCompared: boolean,
): Promise<Difference[]> {
  const shown: Reading = { pages: pdfium.pages(bytes, { maxPages }), texts: pdfium.texts(bytes, maxPages) };
  const [pdfjs, poppler, mupdf, pdfjsPrinted] = await Promise.all([
    readByPdfjs(bytes, { maxPages }),
    readByPoppler(file, maxPages),
    readByMupdf(file, maxPages),
    readByPdfjs(bytes, { maxPages, isPrinted: true }),
  ]);
  const others: Readonly<Record<string, Reading>> = { "pdf.js": pdfjs, poppler, MuPDF: mupdf };
  const printed = pdfium.pages(bytes, { maxPages, isPrinted: true });
  return [
    ...Object.entries(others).flatMap(([name, reading]) => differencesBetween(shown, name, reading, isTextCompared)),
    ...printedOtherwise("PDFium", shown.pages, printed),
    ...printedOtherwise("pdf.js", pdfjs.pages, pdfjsPrinted.pages),
  ];
}

function differencesBetween(pdfium: Reading, name: string, other: Reading, isTextCompared: boolean): Difference[] {
  if (pdfium.pages.length !== other.pages.length) {
    return [
      {
        program: name,
        page: Math.min(pdfium.pages.length, other.pages.length) + 1,
        what: `PDFium shows ${pdfium.pages.length} pages, ${name} ${other.pages.length}`,
      },
    ];
  }
  return pdfium.pages.flatMap((picture, index): Difference[] => {
    const page = index + 1;
    const drawn = other.pages[index];
    const [text = "", read = ""] = [pdfium.texts[index], other.texts[index]].map((found = "") => essence(found));
    return [
      ...(drawn && lookAlike(picture, drawn)
        ? []
        : [{ program: name, page, what: `PDFium and ${name} draw it differently` }]),
      ...(isTextCompared && text !== read
        ? [
            {
              program: name,
              page,
              what: `PDFium reads "${clip(pdfium.texts[index])}", ${name} "${clip(other.texts[index])}"`,
            },
          ]
        : []),
    ];
  });
}

function printedOtherwise(name: string, shown: Reading["pages"], printed: Reading["pages"]): Difference[] {
  return shown.flatMap((picture, index): Difference[] => {
    const other = printed[index];
    return other && changedArea(picture, other, []) === null
      ? []
      : [{ program: name, page: index + 1, what: `${name} prints it differently` }];
  });
}

/** Letters and digits, sorted, because programs differ in line order and word separators. */
function essence(text: string): string {
  return [...text.normalize("NFKC")]
    .filter((character) => /[\p{L}\p{N}]/u.test(character))
    .sort()
    .join("");
}

function clip(text = ""): string {
  return text.replaceAll(/\s+/g, " ").trim().slice(0, 60);
}

const mostTries = 3;

/**
 * The engine's own comparison of two readers, which the product runs on every upload in the background and repeats
 * after a timeout.
 */
async function readersOf(engine: PdfEngine, file: string, size: number): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await engine.compareReaders([{ path: file, size }]);
    } catch (error) {
      const isWorthATry =
        error instanceof EngineTimeoutError || error instanceof EngineBusyError || error instanceof EngineLostError;
      if (!isWorthATry || tries === mostTries) {
        throw error;
      }
    }
  }
}

/** Pages named in findings of any kind, by their members called `page`. */
function pagesWarnedOf(found: readonly unknown[]): Set<number> {
  const pages = new Set<number>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach(look);
    } else if (typeof value === "object" && value !== null && !Buffer.isBuffer(value)) {
      for (const [key, member] of Object.entries(value)) {
        if (key === "page" && typeof member === "number") {
          pages.add(member);
        } else {
          look(member);
        }
      }
    }
  };
  look(found);
  return pages;
}
