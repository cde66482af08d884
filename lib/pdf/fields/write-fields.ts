import type { PdfPage } from "@/lib/pdf/pages";
import type { Revision } from "@/lib/pdf/revision";
import { declareExtension } from "@/lib/pdf/standards";
import { fieldDictionary, fieldKind, lockDictionary } from "./field-dictionary";
import type { FormFields } from "./fields";
import { appendAnnotations, appendFields } from "./form-write";
import type { PreparedField } from "./prepared-field";
import { WidgetEntries } from "./widget-entries";

export interface FieldToWrite {
  field: PreparedField;
  page: PdfPage;
}

export interface Surroundings {
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
