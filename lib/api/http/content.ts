import { Readable } from "node:stream";

/** A non-JSON response: a document, an image, a certificate. */
export interface ContentAnswer {
  kind: "content";
  /**
   * Bytes that are slow to produce are given as a function, which is not called if the client already has them
   * (`etag`).
   */
  bytes?: Uint8Array | (() => Promise<Uint8Array>);
  stream?: AsyncIterable<Uint8Array>;
  mediaType: string;
  /** If given, the browser saves the response under this name instead of displaying it. */
  fileName?: string;
  sizeBytes?: number;
  /** Lower-case hex. Sent as `ETag` and `Repr-Digest` (RFC 9530). */
  sha256?: string;
  /**
   * If given, a browser may store the response, revalidates it before each use, and gets 304 without a body while it is
   * current.
   */
  etag?: string;
  headers?: Record<string, string>;
}

export function content(answer: Omit<ContentAnswer, "kind">): ContentAnswer {
  return { kind: "content", ...answer };
}

export function isContent(answer: unknown): answer is ContentAnswer {
  return (
    typeof answer === "object" &&
    answer !== null &&
    "kind" in answer &&
    answer.kind === "content" &&
    "mediaType" in answer
  );
}

/** Throws what producing the bytes throws. */
export async function toContentResponse(answer: ContentAnswer, requestHeaders: Headers): Promise<Response> {
  if (answer.etag !== undefined && isKnown(answer.etag, requestHeaders))
    return new Response(null, { status: 304, headers: cacheHeaders(answer.etag) });
  const bytes = typeof answer.bytes === "function" ? await answer.bytes() : answer.bytes;
  const size = bytes ? bytes.length : answer.sizeBytes;
  const headers = new Headers({
    "content-type": answer.mediaType,
    ...cacheHeaders(answer.etag),
    "x-content-type-options": "nosniff",
    // Uploaded documents must not run any code under our origin.
    "content-security-policy": "sandbox; default-src 'none'",
    ...(size === undefined ? {} : { "content-length": String(size) }),
    ...(answer.fileName === undefined ? {} : { "content-disposition": attachment(answer.fileName) }),
    ...(answer.sha256 === undefined ? {} : digestHeaders(answer.sha256)),
    ...answer.headers,
  });
  return new Response(bytes ? Buffer.from(bytes) : streamOf(answer), { status: 200, headers });
}

function streamOf({ stream }: ContentAnswer): BodyInit | null {
  if (!stream) return null;
  // Wrapped in another, a stream would not be destroyed with it before the first read, as for HEAD, and keep its files
  // open.
  const readable = stream instanceof Readable ? stream : Readable.from(stream, { objectMode: false });
  return Readable.toWeb(readable) as unknown as ReadableStream;
}

/** `no-cache` stores but revalidates, so that logged-out and removed users are refused. */
function cacheHeaders(etag: string | undefined): Record<string, string> {
  return etag === undefined
    ? { "cache-control": "private, no-store" }
    : { "cache-control": "private, no-cache", etag: `"${etag}"` };
}

/** RFC 9110 section 13.1.2, which requires weak comparison. */
function isKnown(etag: string, requestHeaders: Headers): boolean {
  const known =
    requestHeaders
      .get("if-none-match")
      ?.split(",")
      .map((entry) => entry.trim().replace(/^W\//, "")) ?? [];
  return known.includes("*") || known.includes(`"${etag}"`);
}

function digestHeaders(sha256: string): Record<string, string> {
  return { etag: `"${sha256}"`, "repr-digest": `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:` };
}

/** RFC 6266: an ASCII name for old clients, RFC 8187 for the rest, always on one line. */
export function attachment(fileName: string): string {
  const safe = fileName.replace(/[\p{Cc}\p{Cf}\p{Cs}/\\]/gu, "_");
  const ascii = safe.replace(/[^\x20-\x7e]|["%]/g, "_");
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
