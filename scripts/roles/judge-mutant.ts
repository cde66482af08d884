import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { isGreen, verifyPdf } from "@/lib/pades/verify/verify-pdf";
import { NotApplicable } from "@/lib/pades/verify/testing/mutations/mutation";
import { fromBuffer } from "@/lib/pdf/byte-source";
import { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import { readFields } from "@/lib/pdf/fields/fields";
import { readPages } from "@/lib/pdf/pages";
import type { PdfEngine } from "@/lib/pdf-pool/engine";
import { drawByMupdf } from "../judges/outside-judges";
import { changedArea, type Area, type Picture } from "../judges/picture";
import type { PdfiumJudge } from "../judges/pdfium-judge";
import type { Mutant, PlannedMutant } from "./mutant";

/**
 * `refused`: upload or signing refused it. `not possible`: the attack does not fit the file. `red`: not green by the rules. `same`: green, and nothing
 * else is shown. `rule defect`: green by the rules, other than green by the whole verdict. `wrong green`: green, and something else is shown.
 * `false red`: an honest change that is not green.
 */
export type Outcome = "refused" | "not possible" | "red" | "same" | "rule defect" | "wrong green" | "false red";

export interface Judgement {
  id: string;
  group: string;
  name: string;
  outcome: Outcome;
  note: string;
}

export interface Bench {
  engine: PdfEngine;
  pdfium: PdfiumJudge;
  folder: string;
  /** Where wrong greens are kept; null keeps none. */
  keepIn: string | null;
}

const mostPages = 6;
/** What is asked is what the verdict is, not how soon it comes. */
const patient = { milliseconds: 30_000 };

export async function judgeMutant(bench: Bench, planned: PlannedMutant): Promise<Judgement> {
  const answer = (outcome: Outcome, note = ""): Judgement => ({ id: planned.id, group: planned.group, name: planned.name, outcome, note });
  let mutant: Mutant;
  try {
    mutant = await planned.make();
  } catch (error) {
    if (error instanceof NotApplicable) {
      return answer("not possible", error.message);
    }
    if (error instanceof PdfError) {
      return answer("refused", `${error.code}: ${error.detail}`);
    }
    throw error;
  }
  const verdict = verdictOf(mutant.mutated);
  if (!verdict.green) {
    return answer(mutant.isHonest ? "false red" : "red", verdict.why);
  }
  const difference = await visibleDifference(bench, mutant);
  if (difference === null) {
    return answer("same");
  }
  const whole = await wholeVerdict(bench, mutant);
  if (!whole.green) {
    return answer("rule defect", `${difference}; the whole verdict: ${whole.why}`);
  }
  if (bench.keepIn !== null) {
    await writeFile(path.join(bench.keepIn, `${planned.id.replaceAll(/\W+/g, "-")}.pdf`), mutant.mutated);
  }
  return answer("wrong green", difference);
}

function verdictOf(bytes: Buffer): { green: boolean; why: string } {
  try {
    const { verdict, signatures } = verifyPdf(fromBuffer(bytes), patient);
    return { green: isGreen(verdict), why: signatures.find((record) => record.verdict === verdict)?.explanation ?? verdict };
  } catch (error) {
    if (error instanceof PdfError) {
      return { green: false, why: error.code };
    }
    throw error;
  }
}

/** As the product answers, by the engine: the rules and whatever else decides. */
async function wholeVerdict({ engine, folder }: Bench, mutant: Mutant): Promise<{ green: boolean; why: string }> {
  const file = await inFile(folder, mutant.mutated);
  const { verdict, signatures } = await engine.verify([{ path: file, size: mutant.mutated.length }]);
  await rm(file);
  return { green: isGreen(verdict), why: signatures.find((record) => record.verdict === verdict)?.explanation ?? verdict };
}

/** Where PDFium or MuPDF shows something else than in the honest file, outside fields that the attack itself signed; null where neither does. */
async function visibleDifference(bench: Bench, { honest, mutated, mayChange = [] }: Mutant): Promise<string | null> {
  const except = [...mayChange, ...fieldsSignedSince(honest, mutated)];
  const [before, after] = [bench.pdfium.pages(honest, { maxPages: mostPages }), bench.pdfium.pages(mutated, { maxPages: mostPages })];
  const byPdfium = compare(before, after, except);
  if (byPdfium !== null) {
    return `PDFium: ${byPdfium}`;
  }
  const files = await Promise.all([honest, mutated].map((bytes) => inFile(bench.folder, bytes)));
  const [drawnBefore = [], drawnAfter = []] = await Promise.all(files.map((file) => drawByMupdf(file, mostPages)));
  await Promise.all(files.map((file) => rm(file)));
  const byMupdf = compare(drawnBefore, drawnAfter, except);
  return byMupdf === null ? null : `MuPDF: ${byMupdf}`;
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

const margin = 2;

/** Places on page 1 of fields that the attack signed with a signature of its own; whoever signs answers for what the field shows. */
function fieldsSignedSince(honest: Buffer, mutated: Buffer): Area[] {
  try {
    const [before, after] = [honest, mutated].map((bytes) => PdfDocument.open(fromBuffer(bytes)));
    if (!before || !after) {
      return [];
    }
    const signed = new Set(verifyPdf(fromBuffer(mutated), patient).signatures.map(({ field }) => field));
    const signedBefore = new Set(verifyPdf(fromBuffer(honest), patient).signatures.map(({ field }) => field));
    const [page] = readPages(after, { maxPages: mostPages });
    const top = page?.box.y1 ?? 0;
    return readFields(after).fields.filter(({ name }) => signed.has(name) && !signedBefore.has(name)).flatMap((field) => field.widgets).map((widget): Area => {
      const rect = after.array(widget.value.entries.get("Rect"), widget.bytes)?.value.items.map((item) => after.number(item) ?? 0) ?? [0, 0, 0, 0];
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = rect;
      return [Math.min(x0, x1) - margin, top - Math.max(y0, y1) - margin, Math.max(x0, x1) + margin, top - Math.min(y0, y1) + margin];
    });
  } catch (error) {
    if (error instanceof PdfError) {
      return [];
    }
    throw error;
  }
}
