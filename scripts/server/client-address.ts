import type { IncomingHttpHeaders } from "node:http";

/** Read by lib/administration/health/describe.ts. */
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

/**
 * The caller's address: the socket's, or, behind `trustedHops` proxies of ours, the one that the outermost of them saw. Addresses
 * further left in X-Forwarded-For were written by the caller and prove nothing.
 */
export function clientAddress(socketAddress: string, headers: IncomingHttpHeaders, trustedHops: number): string {
  const forwarded = [headers["x-forwarded-for"] ?? []].flat().join(",");
  const chain = [...forwarded.split(",").map((part) => part.trim()), socketAddress].filter((part) => part !== "");
  const seen = chain[Math.max(0, chain.length - 1 - trustedHops)] ?? socketAddress;
  return withoutMapping(seen);
}

/** Replaces what the client claims about itself by what we know, so that nothing behind us can be fooled. */
export function overwriteForwardedHeaders(headers: IncomingHttpHeaders, address: string, trustedHops: number): void {
  const protocol = trustedHops > 0 ? [headers["x-forwarded-proto"] ?? "http"].flat()[0] : "http";
  for (const name of ["forwarded", "x-real-ip", "x-forwarded-host", "x-forwarded-port"]) delete headers[name];
  headers["x-forwarded-for"] = address;
  headers["x-forwarded-proto"] = protocol === "https" ? "https" : "http";
}

/** `::ffff:192.0.2.1` is 192.0.2.1 seen through a dual-stack socket. */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
}
