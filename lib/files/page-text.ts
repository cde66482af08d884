import type { File } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { withFileErrors } from "./engine-errors";
import { engineTurn } from "./engine-turn";
import { toId } from "./identifiers";
import type { PageTextWire } from "./schema";
import { toPlaces } from "./segments";
import { withWholeVersion } from "./whole-version";

/** The text of one page, for a caller who has authorised the reader. Throws `not_found` for a page that is not there, `integrity_error`, `too_large`. */
export async function readPageOf(ctx: Ctx, actor: Actor, file: File, n: number): Promise<PageTextWire> {
  const page = toId(n);
  if (!file.pages[page - 1]) throw new DomainError("not_found");
  return withWholeVersion(ctx, actor, file, "current", async ({ segments }) => {
    const places = toPlaces(ctx, file, segments);
    return { page, lines: await withFileErrors(() => ctx.engine.pageText(places, page, engineTurn(ctx, actor, file))) };
  });
}
