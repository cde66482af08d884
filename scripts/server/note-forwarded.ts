import type { IncomingHttpHeaders } from "node:http";

/** Read by lib/health/behind-proxy.ts. */
const key = Symbol.for("paraph.forwarded");

/**
 * Notes that a request names a proxy although none is trusted: then everybody behind it has one address, and shares its limits. Anybody
 * may write such a header, so it is a hint only.
 */
export function noteForwarded(socketAddress: string, headers: IncomingHttpHeaders, trustedHops: number): void {
  if (trustedHops > 0 || headers["x-forwarded-for"] === undefined) return;
  (globalThis as { [key]?: { address: string; at: number } })[key] = {
    address: socketAddress.replace(/^::ffff:(?=\d+\.)/i, ""),
    at: Date.now(),
  };
}
