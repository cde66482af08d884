import { createHash, randomUUID } from "node:crypto";
import type { Ctx } from "@/lib/context";

/** A sign-request UUID as the table holds it: the hash finds it, the sealed value goes into mails. */
export interface StoredLink {
  linkHash: string;
  linkSealed: Buffer;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

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

export function isUuid(text: string): boolean {
  return uuidPattern.test(text.toLowerCase());
}
