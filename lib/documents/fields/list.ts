import { getOwnFile, getReadableFile } from "@/lib/documents/access";
import type { Actor, Ctx } from "@/lib/platform/context";
import { toUuid } from "@/lib/platform/ids";
import type { TaggedElement } from "./add";
import { getElement } from "./change";
import type { ElementWire } from "./schema";
import { readElements, readTag, tagOf } from "./version";
import { pageHeightOf, toElementWire } from "./wire";

/** The boxes of a document and the tag of their set, for its requester and told signers. */
export async function listElements(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string },
): Promise<{ data: ElementWire[]; tag: string }> {
  const { file } = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const rows = await readElements(ctx, file.id);
  return { data: rows.map((row) => toElementWire(row, pageHeightOf(file, row))), tag: tagOf(file, rows) };
}

/** A box of one's own document as it is now. Throws `not_found`. */
export async function getTaggedElement(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string; elementId: number },
): Promise<TaggedElement> {
  const file = await getOwnFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const element = await getElement(ctx, file, input.elementId);
  return { element: toElementWire(element, pageHeightOf(file, element)), tag: await readTag(ctx, file) };
}

/** The tag of the boxes of one's own document as they are now. Throws `not_found`. */
export async function getElementsTag(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<string> {
  return readTag(ctx, await getOwnFile(ctx, actor, { uuid: toUuid(input.uuid) }));
}
