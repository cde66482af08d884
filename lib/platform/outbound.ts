import { DomainError } from "./errors";

/** The body sent to a receiver. `chunks` is called once. `length` is the total number of bytes. */
export interface OutboundBody {
  contentType: string;
  length: number;
  chunks(): Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

export interface OutboundAnswer {
  status: number;
  /** The header as received, or null. */
  retryAfter: string | null;
  /** The beginning of the body as printable text, up to 1 KiB. */
  text: string;
}

interface DownloadOptions {
  maxBytes: number;
  signal?: AbortSignal | undefined;
  /** The account that the call is for, or null for the service itself. Each account may have a few concurrent calls. */
  account: number | null;
}

/**
 * The only way to call an address chosen by an outsider (docs/spec/api.md#outbound-calls). Every method throws
 * DomainError: `url_not_allowed` before any connection attempt, `url_unreachable` for every later failure. Each has one
 * fixed text, so that neither reveals what is behind an address. Too many concurrent calls are `rate_limited` for an
 * account and `unavailable` for the service, before any lookup.
 */
export interface Outbound {
  /**
   * Validates a URL before it is stored. A name that does not resolve yet is accepted, because every call checks it
   * again.
   */
  assertAllowed(url: string, caller: { account: number }): Promise<void>;
  /** The uncompressed body of a 200, up to `maxBytes`. Follows and checks up to 3 redirects. Ends with `signal`. */
  download(url: string, options: DownloadOptions): AsyncIterable<Uint8Array>;
  /** Posts, and reads the beginning of the response regardless of its status. Does not follow redirects. */
  post(url: string, headers: Record<string, string>, body: OutboundBody): Promise<OutboundAnswer>;
}

/** Adds the member with the rejected URL to the error, so that a caller who sent two URLs knows which one failed. */
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
