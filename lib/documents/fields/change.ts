import { and, eq, sql } from "drizzle-orm";
import { fields, type Field, type File } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { lockOwnPdf } from "@/lib/documents/access";
import { assertNoneHeld, deleteFields } from "@/lib/documents/delete";
import { assertDraft } from "@/lib/documents/status";
import { takeStorage } from "@/lib/documents/storage-left";
import { DomainError } from "@/lib/platform/errors";
import { mergeDetails } from "@/lib/platform/field-rules/details";
import { toId, toUuid } from "@/lib/platform/ids";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { describeField, type TaggedField } from "./add";
import { takenElsewhere } from "./budget";
import type { FieldContent } from "./field-content";
import { sizeOfField } from "./geometry";
import { assertDrawable, assertPlan, textOf } from "./rules";
import type { FieldChange } from "./schema";
import { assertVersion, pageHeightOf, readFields, readTag, toFieldWire } from "./stored-fields";

/** Moves or changes a field of a draft. Omitted members stay. Throws like `addField`, and `document_on_hold`. */
export async function changeField(
  ctx: Ctx,
  actor: Actor,
  input: FieldChange & { uuid: string; elementId: number; ifMatch?: string | null },
): Promise<TaggedField> {
  const [uuid, fieldId] = [toUuid(input.uuid), toId(input.elementId)];
  await assertDrawable(ctx, textOf(input, ""));
  return ctx.tx(async (tx) => {
    const file = await lockOwnPdf(tx, actor, { uuid });
    const current = await getField(tx, file, fieldId);
    assertDraft(file.status);
    const stored = await readFields(tx, file.id);
    await assertVersion(tx, file, input.ifMatch, stored);
    const field = await updateField(tx, actor, file, { stored, current }, input);
    await markDone(tx, { elementId: fieldId });
    return { field: toFieldWire(field, pageHeightOf(file, field)), tag: await readTag(tx, file) };
  });
}

/** Call it in a transaction that holds the file's lock. */
async function updateField(
  ctx: Ctx,
  actor: Actor,
  file: File,
  { stored, current }: { stored: readonly Field[]; current: Field },
  change: FieldChange,
): Promise<Field> {
  await assertNoneHeld(ctx, [file.id]);
  const content = mergeContent(current, change);
  const plan = { fields: [{ current, content, pointer: "" }], removed: [], isNamedAlone: true };
  await assertPlan(ctx, file, stored, plan, await takenElsewhere(ctx, file));
  await takeStorage(ctx, file.requesterId, sizeOfField(content) - sizeOfField(current));
  const [field] = await ctx.db
    .update(fields)
    .set({ ...content, updatedAt: sql`now()` })
    .where(eq(fields.id, current.id))
    .returning();
  if (!field) throw new DomainError("not_found");
  await appendAuditEvent(ctx, actor, file.id, { type: "element.updated", data: describeField(field) });
  return field;
}

/** The field, if it belongs to a current signer of this file. Throws `not_found` otherwise. */
export async function getField(ctx: Ctx, file: File, fieldId: number): Promise<Field> {
  const [field] = await ctx.db
    .select()
    .from(fields)
    .where(and(eq(fields.id, fieldId), eq(fields.fileId, file.id)));
  if (!field) throw new DomainError("not_found");
  return field;
}

/** The content of a field after a change. Omitted members stay. */
export function mergeContent(current: Field, change: FieldChange): FieldContent {
  const { coordinates } = change;
  return {
    type: change.type ?? current.type,
    signRequestId: change.signRequestId ?? current.signRequestId,
    page: coordinates?.page ?? current.page,
    leftPt: coordinates?.left ?? current.leftPt,
    topPt: coordinates?.top ?? current.topPt,
    widthPt: coordinates?.width ?? current.widthPt,
    heightPt: coordinates?.height ?? current.heightPt,
    required: change.required ?? current.required,
    label: change.label === undefined ? current.label : change.label,
    value: change.value === undefined ? current.value : change.value,
    readOnly: change.readOnly ?? current.readOnly,
    fontSizePt: change.fontSize === undefined ? current.fontSizePt : change.fontSize,
    alignment: change.alignment === undefined ? current.alignment : change.alignment,
    dateFormat: change.dateFormat === undefined ? current.dateFormat : change.dateFormat,
    colour: change.colour === undefined ? current.colour : change.colour,
    font: change.font === undefined ? current.font : change.font,
    ...mergeDetails(current, change),
  };
}

/**
 * Removes a field from a draft. Requester only. Returns the tag of the remaining fields. Throws `not_found` (also the
 * second time), `file_not_draft`, `document_on_hold`, `version_conflict`.
 */
export async function removeField(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string; elementId: number; ifMatch?: string | null },
): Promise<{ tag: string }> {
  const [uuid, fieldId] = [toUuid(input.uuid), toId(input.elementId)];
  return ctx.tx(async (tx) => {
    const file = await lockOwnPdf(tx, actor, { uuid });
    const field = await getField(tx, file, fieldId);
    assertDraft(file.status);
    await assertVersion(tx, file, input.ifMatch);
    await deleteFields(tx, eq(fields.id, fieldId));
    await appendAuditEvent(tx, actor, file.id, { type: "element.deleted", data: describeField(field) });
    await markDone(tx, {});
    return { tag: await readTag(tx, file) };
  });
}
