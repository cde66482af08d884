import type { Actor, Ctx } from "@/lib/context";
import { getOwnFile } from "@/lib/files/access";
import { toUuid } from "@/lib/files/identifiers";
import type { TaggedElement } from "./add";
import { getElement } from "./change";
import { readTag } from "./version";
import { pageHeightOf, toElementWire } from "./wire";

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
