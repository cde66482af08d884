import type { File } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context";
import { getReadableFile } from "./access";
import { toUuid } from "./identifiers";
import type { PageWire } from "./schema";

/** The pages of a document for its requester and told signers; sizes in points as a reader sees them. */
export async function listPages(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<{ data: PageWire[] }> {
  const { file } = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  return { data: pagesOf(file) };
}

export function pagesOf(file: Pick<File, "pages">): PageWire[] {
  return file.pages.map((page, index) => ({
    page: index + 1,
    width: page.widthPt,
    height: page.heightPt,
    rotation: page.rotation,
  }));
}
