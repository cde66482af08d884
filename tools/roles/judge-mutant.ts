import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { PdfEngine } from "@/lib/engine/engine";
import { isGreen } from "@/lib/pades/verify/report/report";
import { NotApplicable } from "@/lib/pades/verify/testing/mutations/mutation";
import { verifyPdf, type VerifyOptions } from "@/lib/pades/verify/verify-pdf";
import { PdfDocument } from "@/lib/pdf/document";
import { readFields, type FormField } from "@/lib/pdf/fields/fields";
import { readPages } from "@/lib/pdf/pages";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { drawByMupdf, drawByPoppler, textByPoppler } from "@/tools/judges/outside-judges";
import type { PdfiumJudge } from "@/tools/judges/pdfium-judge";
import { readByPdfjs } from "@/tools/judges/pdfjs-judge";
import { changedArea, type Area, type Picture } from "@/tools/judges/picture";

/** The mutants of one line of the report. */
export interface Group {
  id: string;
  label: string;
}

/** A signed file, the same file with the attack, and the command-line id to reproduce it. */
export interface Mutant {
  group: Group;
  /** Description of the change. */
  name: string;
  /** Restricts a run to this mutant: `--only=`. */
  id: string;
  honest: Buffer;
  mutated: Buffer;
  /** For a permitted change: it must stay green. */
  isHonest?: boolean;
  /** Areas in which a permitted change may be visible, in pixels of page 1 at 72 dpi. */
  mayChange?: readonly Area[];
  /** Green only with a warning that names page 1. */
  mustWarn?: boolean;
  /**
   * The content that a filled field must show: `alike` is the file filled honestly, `text` the value where nothing else
   * is drawn.
   */
  shows?: { area: Area; text: string | null; alike: Buffer };
}

/**
 * Made on demand. `make` throws NotApplicable or PdfError where upload, signing or the attack itself is not possible.
 */
export interface PlannedMutant {
  id: string;
  group: Group;
  name: string;
  /** The same for one change on several files. */
  construction: string;
  make(): Promise<Mutant>;
}

/**
 * `refused`: by upload or signing. `not possible`: the attack does not fit the file. `red`: not green by the rules.
 * `same`: green, and the display is unchanged. `rule defect`: green by the rules, but not by the whole verdict. `wrong
 * green`: green, and the display has changed. `false red`: a permitted change that is not green.
 */
export type Outcome = "refused" | "not_possible" | "red" | "same" | "rule_defect" | "wrong_green" | "false_red";

export interface Judgement {
  id: string;
  group: Group;
  name: string;
  outcome: Outcome;
  note: string;
}

export interface Bench {
  engine: PdfEngine;
  pdfium: PdfiumJudge;
  folder: string;
  /** Folder for wrong greens; null to discard them. */
  keepIn: string | null;
}

const mostPages = 6;
const margin = 2;
/** Verdicts matter here, not speed. */
const patient = { milliseconds: 30_000 };

export async function judgeMutant(bench: Bench, planned: PlannedMutant): Promise<Judgement> {
  const answer = (outcome: Outcome, note = ""): Judgement => ({
    id: planned.id,
    group: planned.group,
    name: planned.name,
    outcome,
    note,
  });
  let mutant: Mutant;
  try {
    mutant = await planned.make();
  } catch (error) {
    if (error instanceof NotApplicable) {
      return answer("not_possible", error.message);
    }
    if (error instanceof PdfError) {
      return answer("refused", `${error.code}: ${error.detail}`);
    }
    throw error;
  }
  const verdict = verdictOf(mutant.mutated);
  if (!verdict.green) {
    return answer(mutant.isHonest ? "false_red" : "red", verdict.why);
  }
  if (mutant.mustWarn && !verdict.warnedPages.has(1) && showsOnFirstPage(mutant)) {
    return answer("wrong_green", "no warning names page 1");
  }
  const difference = (await visibleDifference(bench, mutant)) ?? (await showsOtherwise(bench, mutant));
  if (difference === null) {
    return answer("same");
  }
  const whole = await wholeVerdict(bench, mutant);
  if (!whole.green) {
    return answer("rule_defect", `${difference}; the whole verdict: ${whole.why}`);
  }
  if (bench.keepIn !== null) {
    await writeFile(path.join(bench.keepIn, `${planned.id.replaceAll(/\W+/g, "-")}.pdf`), mutant.mutated);
  }
  return answer("wrong_green", difference);
}

interface RulesVerdict {
  green: boolean;
  why: string;
  /** Pages from 1 that a notice of a later signature or a warning names. */
  warnedPages: ReadonlySet<number>;
}

function verdictOf(bytes: Buffer): RulesVerdict {
  try {
    const { verdict, signatures, warnings, notices } = verifyPdf(fromBuffer(bytes), patient);
    const noticed = notices.flatMap((notice) => (notice.code === "later_signature_shown" ? (notice.page ?? []) : []));
    const warned = warnings.flatMap((warning) =>
      [...warning.matchAll(/\bpage (\d+)\b/g)].map(([, page]) => Number(page)),
    );
    return {
      green: isGreen(verdict),
      why: signatures.find((record) => record.verdict === verdict)?.explanation ?? verdict,
      warnedPages: new Set([...noticed, ...warned]),
    };
  } catch (error) {
    if (error instanceof PdfError) {
      return { green: false, why: error.code, warnedPages: new Set() };
    }
    throw error;
  }
}

/** The options for displayed verdicts. */
const asShown: VerifyOptions & { pictures: boolean } = { pictures: true };

/** The verdict of the product, from the engine: the rules and all other checks. */
async function wholeVerdict({ engine, folder }: Bench, mutant: Mutant): Promise<{ green: boolean; why: string }> {
  const file = await inFile(folder, mutant.mutated);
  const { verdict, signatures } = await engine.verify([{ path: file, size: mutant.mutated.length }], asShown);
  await rm(file);
  return {
    green: isGreen(verdict),
    why: signatures.find((record) => record.verdict === verdict)?.explanation ?? verdict,
  };
}

type Draw = (bytes: Buffer, file: string) => Picture[] | Promise<Picture[]>;

function drawIn({ pdfium }: Bench): [program: string, draw: Draw][] {
  return Object.entries<Draw>({
    PDFium: (bytes) => pdfium.pages(bytes, { maxPages: mostPages }),
    MuPDF: (_bytes, file) => drawByMupdf(file, mostPages),
    poppler: (_bytes, file) => drawByPoppler(file, mostPages),
    "pdf.js": async (bytes) => (await readByPdfjs(bytes, { maxPages: mostPages })).pages,
  });
}

/**
 * The place in which a program's rendering differs from the unchanged file, outside fields signed by the attack
 * itself; null if there is none.
 */
function visibleDifference(bench: Bench, { honest, mutated, mayChange = [] }: Mutant): Promise<string | null> {
  const { signed, empty } = newSignatureFields(honest, mutated);
  const except = [...mayChange, ...signed];
  // MuPDF draws SIGN into every empty signature field by itself, so only the other programs check the content of such a
  // field.
  return differenceOf(bench, honest, mutated, (program) => (program === "MuPDF" ? [...except, ...empty] : except));
}

/** How the content of a filled field differs from its value; null if it does not. */
async function showsOtherwise(bench: Bench, { mutated, shows }: Mutant): Promise<string | null> {
  if (!shows) {
    return null;
  }
  const difference = await differenceOf(bench, shows.alike, mutated, () => []);
  if (difference !== null || shows.text === null) {
    return difference && `not as the value is shown, ${difference}`;
  }
  const file = await inFile(bench.folder, mutated);
  const read = await textByPoppler(file, shows.area);
  await rm(file);
  return read === shows.text.replaceAll(/\s+/g, " ").trim() ? null : `poppler reads “${read}”, not “${shows.text}”`;
}

async function differenceOf(
  bench: Bench,
  one: Buffer,
  other: Buffer,
  exceptIn: (program: string) => readonly Area[],
): Promise<string | null> {
  const files = await Promise.all([one, other].map((bytes) => inFile(bench.folder, bytes)));
  try {
    for (const [program, pagesOf] of drawIn(bench)) {
      const [before = [], after = []] = await Promise.all([
        drawnOnce(program, one, () => pagesOf(one, files[0] ?? "")),
        pagesOf(other, files[1] ?? ""),
      ]);
      const difference = compare(before, after, exceptIn(program));
      if (difference !== null) {
        return `${program}: ${difference}`;
      }
    }
    return null;
  } finally {
    await Promise.all(files.map((file) => rm(file)));
  }
}

/** Pages of unchanged files by program, the most recently used file last. The pages of a file take up to 12 MB. */
const drawn = new Map<Buffer, Map<string, Promise<Picture[]>>>();
const mostDrawn = 8;

/** Each program draws a file once, because hundreds of attacks in a row are on the same file. */
async function drawnOnce(
  program: string,
  file: Buffer,
  draw: () => Picture[] | Promise<Picture[]>,
): Promise<Picture[]> {
  const known = drawn.get(file) ?? new Map<string, Promise<Picture[]>>();
  drawn.delete(file);
  drawn.set(file, known);
  for (const oldest of [...drawn.keys()].slice(0, -mostDrawn)) drawn.delete(oldest);
  const pictures = known.get(program) ?? Promise.resolve(draw());
  known.set(program, pictures);
  return pictures;
}

let written = 0;

async function inFile(folder: string, bytes: Buffer): Promise<string> {
  written += 1;
  const file = path.join(folder, `judged-${written}.pdf`);
  await writeFile(file, bytes);
  return file;
}

function compare(before: readonly Picture[], after: readonly Picture[], except: readonly Area[]): string | null {
  if (before.length !== after.length) {
    return `${before.length} pages, then ${after.length}`;
  }
  for (const [index, picture] of before.entries()) {
    const other = after[index];
    const area = other ? changedArea(picture, other, index === 0 ? except : []) : null;
    if (area !== null) {
      return `page ${index + 1} differs at ${area.join(",")}`;
    }
  }
  return null;
}

interface NewFields {
  /** Filled with the attack's own signature: its signer is responsible for the field's appearance. */
  signed: Area[];
  empty: Area[];
}

const signedFieldsOf = new WeakMap<Buffer, ReadonlySet<string>>();

function signedFields(bytes: Buffer): ReadonlySet<string> {
  return new Set(verifyPdf(fromBuffer(bytes), patient).signatures.map(({ field }) => field));
}

/** Areas on page 1 of signature fields that are missing or unsigned in the unchanged file. */
function newSignatureFields(honest: Buffer, mutated: Buffer): NewFields {
  try {
    const signedBefore = signedFieldsOf.get(honest) ?? signedFields(honest);
    signedFieldsOf.set(honest, signedBefore);
    const signedAfter = signedFields(mutated);
    const document = PdfDocument.open(fromBuffer(mutated));
    const fields = readFields(document).fields.filter(({ name, type }) => type === "Sig" && !signedBefore.has(name));
    const areas = (wanted: boolean): Area[] =>
      fields.filter(({ name }) => signedAfter.has(name) === wanted).flatMap((field) => areasOf(document, field));
    return { signed: areas(true), empty: areas(false) };
  } catch (error) {
    if (error instanceof PdfError) {
      return { signed: [], empty: [] };
    }
    throw error;
  }
}

/** Whether a field that the attack signed is on page 1 at all, which is smaller in some files. */
function showsOnFirstPage({ honest, mutated }: Mutant): boolean {
  const [page] = readPages(PdfDocument.open(fromBuffer(mutated)), { maxPages: mostPages });
  const { x0, y0, x1, y1 } = page?.box ?? { x0: 0, y0: 0, x1: 0, y1: 0 };
  return newSignatureFields(honest, mutated).signed.some(
    ([left, top, right, bottom]) =>
      left + margin < x1 && right - margin > x0 && top + margin < y1 - y0 && bottom - margin > 0,
  );
}

function areasOf(document: PdfDocument, field: FormField): Area[] {
  const [page] = readPages(document, { maxPages: mostPages });
  const top = page?.box.y1 ?? 0;
  return field.widgets.map((widget): Area => {
    const rect =
      document
        .array(widget.value.entries.get("Rect"), widget.bytes)
        ?.value.items.map((item) => document.number(item) ?? 0) ?? [];
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = rect;
    return [
      Math.min(x0, x1) - margin,
      top - Math.max(y0, y1) - margin,
      Math.max(x0, x1) + margin,
      top - Math.min(y0, y1) + margin,
    ];
  });
}
