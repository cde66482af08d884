import { eq } from "drizzle-orm";
import { signRequests } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";
import { toLanguage, type Language } from "@/lib/locale/languages";
import { hashLink, isUuid } from "./link";

/** What the requester said of the signer whose link this is; null when nothing was said, or when it is no link. A miss is counted by who reads the link itself. */
export async function languageOfLink(ctx: Ctx, signRequestUuid: string): Promise<Language | null> {
  if (!isUuid(signRequestUuid)) return null;
  const [row] = await ctx.db
    .select({ language: signRequests.language })
    .from(signRequests)
    .where(eq(signRequests.linkHash, hashLink(signRequestUuid)));
  return toLanguage(row?.language);
}
