import { createHmac, timingSafeEqual } from "node:crypto";

/** How far the sender's clock may differ from ours. */
const toleranceSeconds = 300;

export interface SignedCallback {
  bytes: Buffer;
  header: (name: string) => string | null;
}

/**
 * Checks a callback signed as Svix does (docs.svix.com, "Verifying webhooks manually"): HMAC-SHA256 over `id.timestamp.body`, one of the
 * space-separated `v1,…` of `svix-signature`. Each secret is `whsec_` and base64.
 */
export function isSignedBySvix({ bytes, header }: SignedCallback, secrets: readonly string[], now: Date): boolean {
  const [id, timestamp, given] = ["svix-id", "svix-timestamp", "svix-signature"].map((name) => header(name));
  if (!id || !timestamp || !given || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const signatures = given
    .split(" ")
    .filter((part) => part.startsWith("v1,"))
    .map((part) => Buffer.from(part.slice(3), "base64"));
  return secrets.some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(bytes).digest();
    return signatures.some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
  });
}
