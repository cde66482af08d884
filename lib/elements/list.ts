import type { Actor, Ctx } from "@/lib/context";
import { getReadableFile } from "@/lib/files/access";
import { toUuid } from "@/lib/files/identifiers";
import { readElements } from "./read";
import type { ElementWire } from "./schema";
import { tagOf } from "./version";
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
