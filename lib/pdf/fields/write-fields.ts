import type { PdfDocument } from "@/lib/pdf/document";
import type { PdfPage } from "@/lib/pdf/pages";
import type { Revision } from "@/lib/pdf/revision";
import { declareExtension, readClaimedStandards, type ClaimedStandards } from "@/lib/pdf/standards";
import { StructureAdditions } from "@/lib/pdf/structure-tree";
import { pdfRef, pdfText } from "@/lib/pdf/syntax/serialize";
import { isTicked } from "@/lib/platform/field-rules/details";
import { fieldDescriptions, fieldDictionary, fieldKind, lockDictionary, type FieldPurpose } from "./field-dictionary";
import type { FormFields } from "./fields";
import { appendAnnotations, appendFields, type FormFont } from "./form-write";
import type { PreparedField } from "./prepared-field";

interface FieldToWrite {
  field: PreparedField;
  page: PdfPage;
}

interface Surroundings {
  /** All pages of the document. */
  pages: readonly PdfPage[];
  form: FormFields;
  /** Whether the file is already signed. */
  isSigned: boolean;
}

/**
 * Writes empty fields into a revision: their dictionaries, the pages' annotations, the form, the structure of a
 * tagged file, and the declaration of the extension that their signatures will use.
 */
export function writeFields(
  revision: Revision,
  fields: readonly FieldToWrite[],
  { pages, form, isSigned }: Surroundings,
): void {
  const widgets = new WidgetEntries(revision, pages, isSigned);
  const { font } = widgets;
  const written = fields.map(({ field, page }) => {
    const num = revision.reserve();
    const extra = widgets.of({ num, page, field });
    const lock = field.locks.length === 0 ? null : revision.add(lockDictionary(field.locks));
    revision.replace(num, 0, fieldDictionary(field, { page, lock, font: font.name, extra }));
    return { num, page };
  });
  appendAnnotations(revision, pages, groupByPage(written));
  const needsFont = !isSigned && fields.some(({ field }) => fieldKind(field) === "text");
  appendFields(
    revision,
    form,
    written.map(({ num }) => num),
    { isSigned, font: needsFont ? font : null },
  );
  widgets.finish();
  declareExtension(revision);
}

function groupByPage(written: readonly { num: number; page: PdfPage }[]): Map<PdfPage, number[]> {
  const groups = new Map<PdfPage, number[]>();
  for (const { num, page } of written) {
    const group = groups.get(page);
    if (group === undefined) {
      groups.set(page, [num]);
    } else {
      group.push(num);
    }
  }
  return groups;
}

interface NewWidget {
  num: number;
  page: PdfPage;
  /** Null for a document timestamp field, which is never prepared. */
  field: PreparedField | null;
}

const EMPTY_FORM = "/Type/XObject/Subtype/Form/BBox[0 0 1 1]/Resources<<>>";
const HELVETICA = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";
/** A font without glyphs. It is never used for drawing, and PDF/A permits only embedded fonts. */
const NO_GLYPHS =
  "<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[0.001 0 0 0.001 0 0]/CharProcs<<>>/Encoding<</Type/Encoding/Differences[]>>/FirstChar 32/LastChar 32/Widths[0]/Resources<<>>>>";

/**
 * Entries that a file's standards require in added widgets:
 * - PDF/A: an appearance for each, from the start (ISO 19005-1, 6.9; ISO 19005-2, 6.3.3), with states for buttons.
 * - tagged files: a structure element, /StructParent and /TU (ISO 14289-1, 7.18.1 and 7.18.4). In a signed file, a
 *   visible field gets no appearance before its signature, because the earlier signers did not sign that drawing.
 */
export class WidgetEntries {
  private readonly document: PdfDocument;
  private readonly claimed: ClaimedStandards;
  private readonly structure: StructureAdditions | null;
  private emptyForm: number | null = null;

  constructor(
    private readonly revision: Revision,
    pages: readonly PdfPage[],
    private readonly isSigned: boolean,
  ) {
    this.document = revision.document;
    this.claimed = readClaimedStandards(this.document);
    this.structure = StructureAdditions.of(revision, pages);
  }

  /** The font that text fields use in their /DA. */
  get font(): FormFont {
    const { pdfaPart, isPdfUa } = this.claimed;
    return pdfaPart === null && !isPdfUa ? { name: "Helv", body: HELVETICA } : { name: "ParaphNone", body: NO_GLYPHS };
  }

  /** Entries for the widget's dictionary, as PDF text. */
  of(widget: NewWidget): string {
    return `${this.appearance(widget)}${this.accessibility(widget)}`;
  }

  /** Attaches the added elements to the file's structure. Call it once, after the last `of`. */
  finish(): void {
    this.structure?.finish();
  }

  private appearance({ field }: NewWidget): string {
    const isVisible = field !== null && field.field !== null;
    if (this.claimed.pdfaPart === null || (this.isSigned && isVisible)) {
      return "";
    }
    this.emptyForm ??= this.revision.addStream(EMPTY_FORM, "");
    const form = pdfRef(this.emptyForm);
    if (field === null || fieldKind(field) !== "button") {
      return `/AP<</N ${form}>>`;
    }
    // A checkbox has its state already.
    return `${field.field && isTicked(field.field.type) ? "" : "/AS/Off"}/AP<</N<</Off ${form}>>>>`;
  }

  private accessibility({ num, page, field }: NewWidget): string {
    if (this.structure === null) {
      return "";
    }
    this.orderTabs(page);
    return `/StructParent ${this.structure.add(num, page)}/TU${pdfText(fieldDescriptions(this.document)[purposeOf(field)])}`;
  }

  /** ISO 14289-1, 7.18.3. In a signed file, pages must not change, not even in this respect. */
  private orderTabs({ object }: PdfPage): void {
    const tabs = this.document.name(object.value.entries.get("Tabs"));
    const isMissing = this.claimed.isPdfUa ? tabs !== "S" : tabs === null;
    if (!this.isSigned && isMissing) {
      this.revision.change(object, { Tabs: "/S" });
    }
  }
}

function purposeOf(field: PreparedField | null): FieldPurpose {
  if (field === null) {
    return "timestamp";
  }
  return field.role === "input" ? (field.field?.type ?? "text") : field.role;
}
