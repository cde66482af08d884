import { createHash } from "node:crypto";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { fields, signRequests, type Field, type File } from "@/db/schema/files";
import type { Ctx } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";
import { detailsOf } from "@/lib/platform/field-rules/details";
import type { FieldContent } from "./field-content";
import type { FieldWire } from "./schema";

type FileOfFields = Pick<File, "id" | "pages">;

/**
 * The strong entity tag of a document's set of fields (RFC 9110 section 8.8.3). It changes with every change of any of
 * them.
 */
export function tagOf(file: FileOfFields, fields: readonly Field[]): string {
  const shown = fields.map((field) => toFieldWire(field, pageHeightOf(file, field)));
  return `"${createHash("sha256").update(JSON.stringify(shown)).digest("base64url")}"`;
}

/** The tag, read now. In the transaction of a change it is the tag of the result. */
export async function readTag(ctx: Ctx, file: FileOfFields): Promise<string> {
  return tagOf(file, await readFields(ctx, file.id));
}

/**
 * Call it in a transaction that holds the file's lock. Throws `version_conflict` unless the fields match one of the
 * tags in `ifMatch` (RFC 9110 section 13.1.1). `*` matches any set, and a weak tag matches none.
 */
export async function assertVersion(
  ctx: Ctx,
  file: FileOfFields,
  ifMatch: string | null | undefined,
  stored?: readonly Field[],
): Promise<void> {
  if (ifMatch === null || ifMatch === undefined) return;
  const named = ifMatch.split(",").map((tag) => tag.trim());
  if (named.includes("*") || named.includes(stored ? tagOf(file, stored) : await readTag(ctx, file))) return;
  throw new DomainError("version_conflict", {
    detail: "The fields have changed since you read them. Read them again, then repeat your change.",
  });
}

/** The fields of all signers who have signed or are still to sign, in the order they were placed. */
export function readFields(ctx: Ctx, fileId: number): Promise<Field[]> {
  return readFieldsOf(ctx, [fileId]);
}

/** Like `readFields`, for several files. */
export async function readFieldsOf(ctx: Ctx, fileIds: readonly number[]): Promise<Field[]> {
  const rows = await ctx.db
    .select({ field: fields })
    .from(fields)
    .innerJoin(signRequests, eq(fields.signRequestId, signRequests.id))
    .where(and(inArray(fields.fileId, [...fileIds]), isNull(signRequests.removedAt)))
    .orderBy(asc(fields.id));
  return rows.map((row) => row.field);
}

/** Includes those of withdrawn signers, which stay in a sent document, empty. */
export async function readFieldsEver(ctx: Ctx, fileIds: readonly number[]): Promise<Field[]> {
  return ctx.db
    .select()
    .from(fields)
    .where(inArray(fields.fileId, [...fileIds]))
    .orderBy(asc(fields.id));
}

/** The columns of a field that appear in API responses. */
type ShownField = Pick<Field, "id"> & FieldContent;

/** `top` and `left` as given. `llx` … `ury` are measured from the bottom-left corner of the displayed page. */
export function toFieldWire(field: ShownField, pageHeightPt: number): FieldWire {
  return {
    elementId: field.id,
    fileElementId: field.id,
    type: field.type,
    signRequestId: field.signRequestId,
    coordinates: toCoordinates(field, pageHeightPt),
    required: field.required,
    label: field.label,
    value: field.value,
    readOnly: field.readOnly,
    fontSize: field.fontSizePt,
    alignment: field.alignment,
    dateFormat: field.dateFormat,
    colour: field.colour,
    font: field.font,
    ...detailsOf(field),
  };
}

/** A field in API coordinates, on a displayed page of the given height. */
export function toCoordinates(
  { page, leftPt, topPt, widthPt, heightPt }: Pick<Field, "page" | "leftPt" | "topPt" | "widthPt" | "heightPt">,
  pageHeightPt: number,
): FieldWire["coordinates"] {
  return {
    page,
    top: topPt,
    left: leftPt,
    width: widthPt,
    height: heightPt,
    llx: leftPt,
    lly: pageHeightPt - topPt - heightPt,
    urx: leftPt + widthPt,
    ury: pageHeightPt - topPt,
  };
}

/** The height of the field's page as displayed. */
export function pageHeightOf(file: Pick<File, "pages">, field: Pick<Field, "page">): number {
  return file.pages[field.page - 1]?.heightPt ?? 0;
}
