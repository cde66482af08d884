import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Account } from "@/db/schema/accounts";
import { signRequests, type SignRequest } from "@/db/schema/files";
import { accountLanguage } from "@/lib/accounts/find";
import type { Actor, Ctx } from "@/lib/context/context";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { isUuid } from "@/lib/platform/ids";
import { toLanguage, type Language } from "@/lib/platform/locale/languages";

interface Languages {
  signer: Pick<SignRequest, "language">;
  /** The language of the signer's account; null without an account or a setting. */
  accountLanguage: string | null;
  requester: Pick<Account, "language">;
}

/** The signer's language: given by the requester, else set in the signer's account, else the requester's own. */
export function signerLanguage({ signer, accountLanguage: own, requester }: Languages): Language {
  return toLanguage(signer.language) ?? toLanguage(own) ?? accountLanguage(requester);
}

/**
 * The language the requester gave for the signer of this link; null for none and for an unknown link. Misses are
 * counted by the code that reads the link itself.
 */
export async function languageOfLink(ctx: Ctx, signRequestUuid: string): Promise<Language | null> {
  if (!isUuid(signRequestUuid)) return null;
  const [row] = await ctx.db
    .select({ language: signRequests.language })
    .from(signRequests)
    .where(eq(signRequests.linkHash, hashLink(signRequestUuid)));
  return toLanguage(row?.language);
}

/** A sign-request UUID as stored: a hash for look-ups and a sealed value for e-mails. */
interface StoredLink {
  linkHash: string;
  linkSealed: Buffer;
}

/** A new sign-request UUID (RFC 9562 version 4). Never store or log it in clear. */
export function makeLink(ctx: Ctx): StoredLink {
  const uuid = randomUUID();
  return { linkHash: hashLink(uuid), linkSealed: ctx.secrets.seal("sign-link", uuid) };
}

/** SHA-256 of the UUID in lower case, lower-case hex. */
export function hashLink(uuid: string): string {
  return sha256Hex(uuid.toLowerCase());
}

/** A token without the scope `sign` gets no sign link, because the holder of a link can decline. */
export function mayLearnLinks(actor: Actor): boolean {
  return actor.kind !== "account" || actor.scopes.includes("sign");
}

/** The UUID in clear, only for the signer's own e-mails and API responses. */
export function revealLink(ctx: Ctx, sealed: Buffer): string {
  return ctx.secrets.open("sign-link", sealed).toString();
}
