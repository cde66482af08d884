import { createHash, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Account } from "@/db/schema/accounts";
import { signRequests, type SignRequest } from "@/db/schema/files";
import { accountLanguage } from "@/lib/accounts/find";
import type { Ctx } from "@/lib/platform/context";
import { isUuid } from "@/lib/platform/ids";
import { toLanguage, type Language } from "@/lib/platform/locale/languages";

interface Languages {
  signer: Pick<SignRequest, "language">;
  /** Of the signer's account; null where there is none, or it says nothing. */
  accountLanguage: string | null;
  requester: Pick<Account, "language">;
}

/** What a signer is written to in: what the requester said, else what the signer's account says, else what the requester reads. */
export function signerLanguage({ signer, accountLanguage: own, requester }: Languages): Language {
  return toLanguage(signer.language) ?? toLanguage(own) ?? accountLanguage(requester);
}

/** What the requester said of the signer whose link this is; null when nothing was said, or when it is no link. A miss is counted by who reads the link itself. */
export async function languageOfLink(ctx: Ctx, signRequestUuid: string): Promise<Language | null> {
  if (!isUuid(signRequestUuid)) return null;
  const [row] = await ctx.db
    .select({ language: signRequests.language })
    .from(signRequests)
    .where(eq(signRequests.linkHash, hashLink(signRequestUuid)));
  return toLanguage(row?.language);
}

/** A sign-request UUID as the table holds it: the hash finds it, the sealed value goes into mails. */
interface StoredLink {
  linkHash: string;
  linkSealed: Buffer;
}

/** A new sign-request UUID (RFC 9562 version 4), never to be stored or logged in clear. */
export function makeLink(ctx: Ctx): StoredLink {
  const uuid = randomUUID();
  return { linkHash: hashLink(uuid), linkSealed: ctx.secrets.seal("sign-link", uuid) };
}

/** SHA-256 of the UUID in lower case, lower-case hex. */
export function hashLink(uuid: string): string {
  return createHash("sha256").update(uuid.toLowerCase()).digest("hex");
}

/** The UUID in clear, for the signer's own mail and the signer's own answers only. */
export function revealLink(ctx: Ctx, sealed: Buffer): string {
  return ctx.secrets.open("sign-link", sealed).toString();
}
