import type { FormFields } from "./fields";
import type { Located, PdfArray } from "@/lib/pdf/syntax/objects";
import type { PdfPage } from "@/lib/pdf/pages";
import { editDict, type Revision } from "@/lib/pdf/revision";
import { pdfRef } from "@/lib/pdf/syntax/serialize";

/** SignaturesExist and AppendOnly (ISO 32000-2, 12.7.3, table 225). */
const SIG_FLAGS = "3";

const HELVETICA = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";

/** An array written anew with references behind what it held. */
function appended(array: Located<PdfArray> | null, nums: readonly number[]): string {
  const more = nums.map((num) => pdfRef(num)).join(" ");
  if (array === null) {
    return `[${more}]`;
  }
  const held = array.bytes.toString("latin1", array.value.start + 1, array.value.end - 1);
  return `[${held} ${more}]`;
}

/**
 * Appends widgets to the pages' /Annots: in the array object where a page has one of its own, else in the page.
 * `pages` are all pages, since an array that several share must not be appended to.
 */
export function appendAnnotations(
  revision: Revision,
  pages: readonly PdfPage[],
  widgets: ReadonlyMap<PdfPage, readonly number[]>,
): void {
  const users = countAnnotsUsers(pages);
  for (const [page, nums] of widgets) {
    const { object } = page;
    const annots = revision.document.array(object.value.entries.get("Annots"), object.bytes);
    if (annots !== null && annots.num !== null && (users.get(annots.num) ?? 0) < 2) {
      revision.replace(annots.num, annots.gen, appended(annots, nums));
    } else {
      revision.replace(object.num, object.gen, editDict(object, { Annots: appended(annots, nums) }));
    }
  }
}

function countAnnotsUsers(pages: readonly PdfPage[]): Map<number, number> {
  const users = new Map<number, number>();
  for (const { object } of pages) {
    const annots = object.value.entries.get("Annots");
    if (annots?.kind === "ref") {
      users.set(annots.num, (users.get(annots.num) ?? 0) + 1);
    }
  }
  return users;
}

/**
 * Hooks new fields into the interactive form (12.7.3), making one where there is none. While nobody has signed,
 * /NeedAppearances goes, because readers would draw over our appearances, and a /DR for text fields is seen to.
 * Once somebody has, strict validators allow the form no change but in /Fields.
 */
export function appendFields(revision: Revision, form: FormFields, nums: readonly number[], isSigned: boolean): void {
  const { acroForm, fieldsArray } = form;
  const changes: Record<string, string | null> = isSigned ? flagsIfMissing(form) : changesWhileUnsigned(revision, form);
  if (fieldsArray !== null && fieldsArray.num !== null) {
    revision.replace(fieldsArray.num, fieldsArray.gen, appended(fieldsArray, nums));
  } else {
    changes.Fields = appended(fieldsArray, nums);
  }
  if (Object.keys(changes).length === 0) {
    return;
  }
  if (acroForm !== null && acroForm.num !== null) {
    revision.replace(acroForm.num, acroForm.gen, editDict(acroForm, changes));
    return;
  }
  const catalog = revision.document.catalog();
  const written = acroForm === null ? newForm(changes) : editDict(acroForm, changes);
  const reference = isSigned ? written : pdfRef(revision.add(written));
  revision.replace(catalog.num, catalog.gen, editDict(catalog, { AcroForm: reference }));
}

function flagsIfMissing({ acroForm }: FormFields): Record<string, string | null> {
  return acroForm?.value.entries.has("SigFlags") === true ? {} : { SigFlags: SIG_FLAGS };
}

function changesWhileUnsigned(revision: Revision, { acroForm }: FormFields): Record<string, string | null> {
  const changes = { SigFlags: SIG_FLAGS, NeedAppearances: null };
  return acroForm?.value.entries.has("DR") === true
    ? changes
    : { ...changes, DR: `<</Font<</Helv ${pdfRef(revision.add(HELVETICA))}>>>>` };
}

function newForm(entries: Record<string, string | null>): string {
  const written = Object.entries(entries).map(([key, value]) => (value === null ? "" : `/${key} ${value}`));
  return `<<${written.join("")}>>`;
}
