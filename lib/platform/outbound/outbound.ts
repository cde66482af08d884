import { DomainError } from "@/lib/platform/errors";

/** The body sent to a receiver. `chunks` is asked once; `length` counts their bytes. */
export interface OutboundBody {
  contentType: string;
  length: number;
  chunks(): Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

export interface OutboundAnswer {
  status: number;
  /** The header as received, or null. */
  retryAfter: string | null;
  /** The beginning of the body as printable text, at most 1 KiB. */
  text: string;
}

interface DownloadOptions {
  maxBytes: number;
  signal?: AbortSignal | undefined;
  /** The account the call is for; null for the service itself. An account has a few concurrent calls. */
  account: number | null;
}

/**
 * The only way out to an address that somebody outside chose (docs/spec/api.md#outbound-calls). Every method throws DomainError: `url_not_allowed` before
 * any connection was tried, `url_unreachable` for everything after it, with one text each, so that neither tells what is behind an address.
 * Too many calls at once are `rate_limited` for an account and `unavailable` for all, before anything is looked up.
 */
export interface Outbound {
  /** Validates a URL before it is stored. A name that does not resolve now may later: it is accepted, and checked again at every call. */
  assertAllowed(url: string, caller: { account: number }): Promise<void>;
  /** The body of a 200, not compressed, at most `maxBytes`. Follows up to 3 redirects and checks each. Ends with `signal`. */
  download(url: string, options: DownloadOptions): AsyncIterable<Uint8Array>;
  /** Posts and reads the beginning of the answer, whatever its status. Follows nothing. */
  post(url: string, headers: Record<string, string>, body: OutboundBody): Promise<OutboundAnswer>;
}

/** Names the member with the rejected URL, so that a caller who sent two knows which. */
export async function atMember<Value>(pointer: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || (error.code !== "url_not_allowed" && error.code !== "url_unreachable"))
      throw error;
    const detail = error.detail ?? error.code;
    throw new DomainError(error.code, { detail, violations: [{ pointer, code: error.code, detail }], cause: error });
  }
}
