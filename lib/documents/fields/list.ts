import type { Actor, Ctx } from "@/lib/context/context";
import { getOwnPdf, getReadableFile } from "@/lib/documents/access";
import { toUuid } from "@/lib/platform/ids";
import type { TaggedField } from "./add";
import { getField } from "./change";
import type { FieldWire } from "./schema";
import { pageHeightOf, readFields, readTag, tagOf, toFieldWire } from "./stored-fields";

/** The fields of a document and the tag of their set, for its requester and notified signers. */
export async function listFields(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string },
): Promise<{ data: FieldWire[]; tag: string }> {
  const { file } = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const rows = await readFields(ctx, file.id);
  return { data: rows.map((row) => toFieldWire(row, pageHeightOf(file, row))), tag: tagOf(file, rows) };
}

/** A field of the caller's own document in its current state. Throws `not_found`. */
export async function getTaggedField(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string; elementId: number },
): Promise<TaggedField> {
  const file = await getOwnPdf(ctx, actor, { uuid: toUuid(input.uuid) });
  const field = await getField(ctx, file, input.elementId);
  return { field: toFieldWire(field, pageHeightOf(file, field)), tag: await readTag(ctx, file) };
}

/** The current tag of the fields of the caller's own document. Throws `not_found`. */
export async function getFieldsTag(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<string> {
  return readTag(ctx, await getOwnPdf(ctx, actor, { uuid: toUuid(input.uuid) }));
}
