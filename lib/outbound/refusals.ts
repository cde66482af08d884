import { DomainError } from "@/lib/errors";

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
