import { constants, inflateSync } from "node:zlib";
import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import type { LookBudget } from "@/lib/pdf/shadow/budget";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";

/** Limit for inflated data, within which the character maps of most programs lie. */
const BEGINNING = 8 * 1024;
/**
 * First bytes of TrueType, OpenType, Type 1 (plain or in segments) and CFF programs. Anything else is drawn with
 * another font.
 */
const BEGINNINGS: readonly string[] = ["\0\x01\0\0", "true", "OTTO", "ttcf", "%!", "\x80\x01", "\x01\0"];
/** Not every program accepts TrueType in FontFile, which is meant for Type 1. */
const TYPE_1_BEGINNINGS: readonly string[] = ["%!", "\x80\x01", "\x01\0"];
/** Larger ones are inspected as far as the budget allows. */
const SMALL_PROGRAM = 512 * 1024;
/** Programs inflate to about twice their compressed size. */
const USUAL_RATIO = 2;

/** An embedded font program. */
export interface FontProgram {
  isTrueType: boolean;
  /** CFF, plain or in OpenType. */
  isCff: boolean;
  flags: number;
  /** Whether it starts as programs of its kind do, or is encoded in a way that is not inspected. */
  isProgram: () => boolean;
  /** The cheaply readable part of a large program, or all of a small one. Null if it cannot be decoded. */
  begin: () => Buffer | null;
  /** Null if it cannot be decoded or is too large to inspect. */
  read: () => Buffer | null;
}

/** Null if no program is embedded. */
export function programOf(document: PdfDocument, font: Located<PdfDict>, budget: LookBudget): FontProgram | null {
  const descriptor = document.dict(font.value.entries.get("FontDescriptor"), font.bytes);
  const entries = descriptor?.value.entries;
  const key = ["FontFile2", "FontFile3", "FontFile"].find((name) => entries?.has(name));
  const reference = key === undefined ? undefined : entries?.get(key);
  const object = reference?.kind === "ref" ? document.load(reference.num) : null;
  if (object === null || object.streamStart < 0) {
    return null;
  }
  const read = (): Buffer | null => {
    try {
      const { length } = document.rawStream(object);
      const mayRead = length <= SMALL_PROGRAM || budget.mayLookAtData(length * USUAL_RATIO);
      return mayRead ? document.decodedStream(object) : null;
    } catch (error) {
      if (error instanceof PdfError) {
        return null;
      }
      throw error;
    }
  };
  const begin = (): Buffer | null => {
    const { offset, length } = document.rawStream(object);
    const filter = object.value.kind === "dict" ? document.name(object.value.entries.get("Filter")) : null;
    const isPlain =
      object.value.kind === "dict" && filter === "FlateDecode" && !object.value.entries.has("DecodeParms");
    return isPlain && length > BEGINNING ? beginningOf(document.source.read(offset, BEGINNING)) : read();
  };
  const isProgram = (): boolean => {
    const start = begin()?.toString("latin1", 0, 4);
    const beginnings = key === "FontFile" ? TYPE_1_BEGINNINGS : BEGINNINGS;
    return start === undefined || beginnings.some((beginning) => start.startsWith(beginning));
  };
  return {
    begin,
    isProgram,
    isTrueType: key === "FontFile2",
    isCff: key === "FontFile3",
    flags: document.number(entries?.get("Flags")) ?? 0,
    read,
  };
}

function beginningOf(deflated: Buffer): Buffer | null {
  try {
    return inflateSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return null;
  }
}
