import { fields, type Field, type File, type PageSize } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { lockOwnPdf } from "@/lib/documents/access";
import { assertDraft } from "@/lib/documents/status";
import { takeStorage } from "@/lib/documents/storage-left";
import { detailsOf } from "@/lib/platform/field-rules/details";
import { toUuid } from "@/lib/platform/ids";
import { appendAuditEvent } from "@/lib/records/audit/append";
import type { AuditRecord } from "@/lib/records/audit/events";
import { takenElsewhere } from "./budget";
import type { FieldContent } from "./field-content";
import { placeOnPage, sizeOfField } from "./geometry";
import { assertDrawable, assertPlan, textOf } from "./rules";
import type { FieldWire, NewField, SignerField } from "./schema";
import { assertVersion, pageHeightOf, readFields, tagOf, toFieldWire } from "./stored-fields";

/** A field after a change, and the tag of its set. */
export interface TaggedField {
  field: FieldWire;
  tag: string;
}

/**
 * Places a field in a draft. Requester only. Throws `not_found`, `file_not_draft`, `version_conflict`, `glyph_missing`,
 * and what `assertPlan` throws.
 */
export async function addField(
  ctx: Ctx,
  actor: Actor,
  input: NewField & { uuid: string; ifMatch?: string | null },
): Promise<TaggedField> {
  const uuid = toUuid(input.uuid);
  await assertDrawable(ctx, textOf(input, ""));
  return ctx.tx(async (tx) => {
    const file = await lockOwnPdf(tx, actor, { uuid });
    assertDraft(file.status);
    const stored = await readFields(tx, file.id);
    await assertVersion(tx, file, input.ifMatch, stored);
    const field = await insertField(tx, actor, file, stored, input);
    await markDone(tx, { elementId: field.id });
    // The newest has the highest id, so it is last in the set.
    return { field: toFieldWire(field, pageHeightOf(file, field)), tag: tagOf(file, [...stored, field]) };
  });
}

/** Call it in a transaction that holds the file's lock. */
async function insertField(
  ctx: Ctx,
  actor: Actor,
  file: File,
  stored: readonly Field[],
  input: NewField,
): Promise<Field> {
  const content = contentOf(file.pages, input, input.signRequestId, "");
  const plan = { fields: [{ current: null, content, pointer: "" }], removed: [], isNamedAlone: true };
  await assertPlan(ctx, file, stored, plan, await takenElsewhere(ctx, file));
  await takeStorage(ctx, file.requesterId, sizeOfField(content));
  const [field] = await ctx.db
    .insert(fields)
    .values({ fileId: file.id, ...content })
    .returning();
  if (!field) throw new Error("the element was not stored");
  await appendAuditEvent(ctx, actor, file.id, { type: "element.created", data: describeField(field) });
  return field;
}

/** The columns of a new field, in points. Throws what `placeOnPage` throws. */
export function contentOf(
  pages: readonly PageSize[],
  { type, required, label, value, readOnly, fontSize, alignment, dateFormat, colour, font, ...rest }: SignerField,
  signRequestId: number,
  pointer: string,
): FieldContent {
  const box = placeOnPage(pages, rest, `${pointer}/coordinates`);
  return {
    type,
    signRequestId,
    ...box,
    // Also for a checkbox, unlike in the editor: clients rely on it since the first version of the interface.
    required: required ?? true,
    label: label ?? null,
    value: value ?? null,
    readOnly: readOnly ?? false,
    fontSizePt: fontSize ?? null,
    alignment: alignment ?? null,
    dateFormat: dateFormat ?? null,
    colour: colour ?? null,
    font: font ?? null,
    ...detailsOf(rest),
  };
}

/**
 * A field as described in the audit trail. Sizes in points are texts, because canonical JSON represents only integers
 * exactly.
 */
export function describeField(field: Field): AuditRecord {
  return {
    elementId: field.id,
    signRequestId: field.signRequestId,
    type: field.type,
    page: field.page,
    box: [field.leftPt, field.topPt, field.widthPt, field.heightPt].map(String),
    required: field.required,
  };
}
