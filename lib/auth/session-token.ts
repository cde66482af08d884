import type { Ctx } from "@/lib/context";
import { cookieName, readCookie } from "./cookies";

/**
 * The id of the session that a Cookie header names, or null. The cookie is an encrypted JWT that says `sid` and nothing else of ours; whether
 * the session still lives, only its row says.
 */
export async function readSessionId(ctx: Ctx, cookieHeader: string | null): Promise<string | null> {
  const token = readCookie(cookieHeader, cookieName(ctx.publicUrl, "session"));
  if (token === null) return null;
  const { decode } = await loadJwt();
  const payload = await decode({ token, secret: sessionSecret(ctx) }).catch(() => null);
  return typeof payload?.["sid"] === "string" ? payload["sid"] : null;
}

/** The value of the cookie for a session, as next-auth would write it. */
export async function sealSessionId(ctx: Ctx, sid: string): Promise<string> {
  const { encode } = await loadJwt();
  return encode({ token: { sid }, secret: sessionSecret(ctx), maxAge: ctx.limits.sessionTotalSeconds });
}

/** The secret of next-auth: 256 bits under a key of this purpose alone (HKDF from APP_SECRET). It derives keys of its own from it. */
export function sessionSecret(ctx: Ctx): string {
  return ctx.secrets.hmac("session", "next-auth");
}

/** Callers without a cookie, which is every client of the API, do not pay for loading it. */
function loadJwt(): Promise<typeof import("next-auth/jwt")> {
  return import("next-auth/jwt");
}
