import { createHash } from "node:crypto";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { fields, signRequests, type Field, type File } from "@/db/schema/files";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { detailsOf } from "@/lib/platform/field-rules/details";
import type { FieldContent } from "./field-content";
import type { FieldWire } from "./schema";

type Boxed = Pick<File, "id" | "pages">;

/** The strong entity tag of a document's set of fields (RFC 9110 section 8.8.3): another one with every change of any of them. */
export function tagOf(file: Boxed, boxes: readonly Field[]): string {
  const shown = boxes.map((box) => toFieldWire(box, pageHeightOf(file, box)));
  return `"${createHash("sha256").update(JSON.stringify(shown)).digest("base64url")}"`;
}

/** The same, read now; in the transaction of a change it is the tag of what the change made. */
export async function readTag(ctx: Ctx, file: Boxed): Promise<string> {
  return tagOf(file, await readFields(ctx, file.id));
}

/**
 * In a transaction that holds the file's lock: throws `version_conflict` unless the fields are one of the sets that `ifMatch` names
 * (RFC 9110 section 13.1.1). `*` names every one; a weak tag names none.
 */
export async function assertVersion(
  ctx: Ctx,
  file: Boxed,
  ifMatch: string | null | undefined,
  stored?: readonly Field[],
): Promise<void> {
  if (ifMatch === null || ifMatch === undefined) return;
  const named = ifMatch.split(",").map((tag) => tag.trim());
  if (named.includes("*") || named.includes(stored ? tagOf(file, stored) : await readTag(ctx, file))) return;
  throw new DomainError("version_conflict", {
    detail: "The boxes have changed since you read them. Read them again, then repeat your change.",
  });
}

/** The fields of everybody who is still to sign or has signed, in the order they were placed. */
export function readFields(ctx: Ctx, fileId: number): Promise<Field[]> {
  return readFieldsOf(ctx, [fileId]);
}

/** The same of several files. */
export async function readFieldsOf(ctx: Ctx, fileIds: readonly number[]): Promise<Field[]> {
  const rows = await ctx.db
    .select({ field: fields })
    .from(fields)
    .innerJoin(signRequests, eq(fields.signRequestId, signRequests.id))
    .where(and(inArray(fields.fileId, [...fileIds]), isNull(signRequests.removedAt)))
    .orderBy(asc(fields.id));
  return rows.map((row) => row.field);
}

/** With those of withdrawn signers, which stay in a document that was sent, and stay empty. */
export async function readFieldsEver(ctx: Ctx, fileIds: readonly number[]): Promise<Field[]> {
  return ctx.db
    .select()
    .from(fields)
    .where(inArray(fields.fileId, [...fileIds]))
    .orderBy(asc(fields.id));
}

/** The columns of a field that the wire shows. */
type ShownField = Pick<Field, "id"> & FieldContent;

/** `top` and `left` as they were given; `llx` … `ury` count from the bottom-left corner of the page as a reader sees it. */
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

/** A field as coordinates of the wire, on a page that is so high as a reader sees it. */
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

/** The height of the field's page as a reader sees it. */
export function pageHeightOf(file: Pick<File, "pages">, field: Pick<Field, "page">): number {
  return file.pages[field.page - 1]?.heightPt ?? 0;
}
