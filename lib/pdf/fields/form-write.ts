import type { PdfPage } from "@/lib/pdf/pages";
import { editDict, type Revision } from "@/lib/pdf/revision";
import type { Located, PdfArray } from "@/lib/pdf/syntax/objects";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import type { FormFields } from "./fields";

/** SignaturesExist and AppendOnly (ISO 32000-2, 12.7.3, table 225). */
const SIG_FLAGS = "3";

/** The font that text fields use in their /DA. */
export interface FormFont {
  name: string;
  /** The font dictionary, as written. */
  body: string;
}

/** Rewrites an array with references appended. */
function appended(array: Located<PdfArray> | null, nums: readonly number[]): string {
  const more = nums.map((num) => pdfRef(num)).join(" ");
  if (array === null) {
    return `[${more}]`;
  }
  const held = array.bytes.toString("latin1", array.value.start + 1, array.value.end - 1);
  return `[${held} ${more}]`;
}

/**
 * Appends widgets to the pages' /Annots: in the array object if the page is the only one that uses it, otherwise in
 * the page. `pages` must be all pages, because a shared array must not be appended to.
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
      revision.change(object, { Annots: appended(annots, nums) });
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
 * Adds new fields to the interactive form (12.7.3), creating it if there is none. In an unsigned file,
 * /NeedAppearances is removed, because readers would replace our appearances, and /DR gets the font of our text
 * fields. In a signed file, strict validators permit only changes to /Fields, so `font` must be null.
 */
export function appendFields(
  revision: Revision,
  form: FormFields,
  nums: readonly number[],
  { isSigned, font }: { isSigned: boolean; font: FormFont | null },
): void {
  const { acroForm, fieldsArray } = form;
  const changes: Record<string, string | null> = isSigned
    ? flagsIfMissing(form)
    : { SigFlags: SIG_FLAGS, NeedAppearances: null, ...withFont(revision, form, font) };
  if (fieldsArray !== null && fieldsArray.num !== null) {
    revision.replace(fieldsArray.num, fieldsArray.gen, appended(fieldsArray, nums));
  } else {
    changes.Fields = appended(fieldsArray, nums);
  }
  if (Object.keys(changes).length === 0) {
    return;
  }
  if (acroForm !== null && acroForm.num !== null) {
    revision.change({ ...acroForm, num: acroForm.num }, changes);
    return;
  }
  const written = acroForm === null ? newDict(changes) : editDict(acroForm, changes);
  revision.change(revision.document.catalog(), { AcroForm: isSigned ? written : pdfRef(revision.add(written)) });
}

function flagsIfMissing({ acroForm }: FormFields): Record<string, string | null> {
  return acroForm?.value.entries.has("SigFlags") === true ? {} : { SigFlags: SIG_FLAGS };
}

/** Adds the font if the form's resources have none of its name. Returns the entries of the form that have to change. */
function withFont(revision: Revision, { acroForm }: FormFields, font: FormFont | null): Record<string, string> {
  const { document } = revision;
  const resources = acroForm && document.dict(acroForm.value.entries.get("DR"), acroForm.bytes);
  const fonts = resources && document.dict(resources.value.entries.get("Font"), resources.bytes);
  if (font === null || fonts?.value.entries.has(font.name) === true) {
    return {};
  }
  const added = { [font.name]: pdfRef(revision.add(font.body)) };
  if (fonts !== null && fonts.num !== null) {
    revision.change({ ...fonts, num: fonts.num }, added);
    return {};
  }
  const entry = { Font: fonts === null ? newDict(added) : editDict(fonts, added) };
  if (resources !== null && resources.num !== null) {
    revision.change({ ...resources, num: resources.num }, entry);
    return {};
  }
  return { DR: resources === null ? newDict(entry) : editDict(resources, entry) };
}

function newDict(entries: Record<string, string | null>): string {
  const written = Object.entries(entries).map(([key, value]) => (value === null ? "" : `/${key} ${value}`));
  return `<<${written.join("")}>>`;
}
