import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { compositeCodes } from "./composite-codes";
import { programOf } from "./font-program";
import { simpleCodes } from "./simple-codes";

export interface FontFacts {
  isPlain: boolean;
  isType3: boolean;
  /** Whether all programs show the same glyphs for these codes. */
  showsAlike: (codes: Uint8Array) => boolean;
}

/** Faces that every program has, or has the like of (9.6.2.2), and the usual names for them. */
const COMMON_FACE =
  /^(?:Helvetica|Times|Courier|Arial|TimesNewRoman|CourierNew|Symbol|ZapfDingbats)(?:PS)?(?:MT)?(?:[-,](?:Roman|Regular|Bold|Italic|Oblique|BoldItalic|BoldOblique))?(?:MT)?$/;
const KINDS: ReadonlySet<string> = new Set(["Type1", "MMType1", "TrueType", "Type3", "Type0"]);

const always = (): boolean => true;

/** Judges a font (9.6, 9.7) by what PDFium, pdf.js, poppler and MuPDF show of it. */
export function judgeFont(document: PdfDocument, font: Located<PdfDict>): FontFacts {
  const kind = document.name(font.value.entries.get("Subtype")) ?? "";
  if (!KINDS.has(kind)) {
    return { isPlain: false, isType3: false, showsAlike: always };
  }
  if (kind === "Type3") {
    return {
      isPlain:
        document.dict(font.value.entries.get("CharProcs"), font.bytes) !== null &&
        document.dict(font.value.entries.get("Encoding"), font.bytes) !== null,
      isType3: true,
      showsAlike: always,
    };
  }
  const owner = kind === "Type0" ? descendantOf(document, font) : font;
  if (owner === null) {
    return { isPlain: false, isType3: false, showsAlike: always };
  }
  const program = programOf(document, owner);
  if (kind === "Type0") {
    return {
      isPlain: program?.isProgram() === true,
      isType3: false,
      showsAlike: compositeCodes(document, font, owner),
    };
  }
  const isCommon = COMMON_FACE.test(document.name(font.value.entries.get("BaseFont")) ?? "");
  return {
    isPlain: program?.isProgram() ?? isCommon,
    isType3: false,
    showsAlike: kind === "TrueType" && program?.isTrueType ? simpleCodes(document, font, program) : always,
  };
}

function descendantOf(document: PdfDocument, font: Located<PdfDict>): Located<PdfDict> | null {
  const list = document.array(font.value.entries.get("DescendantFonts"), font.bytes);
  return list?.value.items.length === 1 ? document.dict(list.value.items[0], list.bytes) : null;
}
