import { isIP } from "node:net";
import { DomainError } from "@/lib/platform/errors";

/** A URL that may be called as far as its text tells. */
export interface Target {
  url: URL;
  isSecure: boolean;
  /** Lower case, without the brackets of an IPv6 address. */
  hostname: string;
  port: number;
  /** Whether `OUTBOUND_ALLOW` lists the target: any port and private addresses are then allowed. */
  isExempt: boolean;
}

const longestUrl = 2048;

/**
 * Reads a URL as WHATWG does, once: what is checked here is what is connected to, so that no second reading can differ. White space,
 * control characters and backslashes, about which readings do differ, are refused. Throws `url_not_allowed`.
 */
export function readTarget(given: string, allowed: ReadonlySet<string>): Target {
  if (given.length > longestUrl || /[\s\p{Cc}\\]/u.test(given) || !URL.canParse(given)) throw urlNotAllowed();
  const url = new URL(given);
  const isSecure = url.protocol === "https:";
  if ((!isSecure && url.protocol !== "http:") || url.username !== "" || url.password !== "") throw urlNotAllowed();
  const standardPort = isSecure ? 443 : 80;
  const port = url.port === "" ? standardPort : Number(url.port);
  const isExempt = allowed.has(`${url.hostname}:${port}`);
  if (!isExempt && ((port !== 80 && port !== 443) || isLocalName(url.hostname))) throw urlNotAllowed();
  return { url, isSecure, hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"), port, isExempt };
}

/** This machine by name (RFC 6761 section 6.3), whatever a resolver makes of it. */
function isLocalName(hostname: string): boolean {
  return isIP(hostname) === 0 && /(^|\.)localhost\.?$/.test(hostname);
}

/** Nothing was connected to. */
export function urlNotAllowed(cause?: unknown): DomainError {
  const detail =
    "This URL may not be called: it must be http or https on port 80 or 443, hold no credentials, and lead to public addresses only.";
  return new DomainError("url_not_allowed", { detail, cause });
}

/** One text whatever happened, because a closed port, a silent one and an odd answer must look the same. */
export function urlUnreachable(cause?: unknown): DomainError {
  return new DomainError("url_unreachable", {
    detail: "The URL did not answer as needed: with 200, in time, uncompressed and not too large.",
    cause,
  });
}
