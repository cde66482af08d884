import { Readable } from "node:stream";

/** An answer that is no JSON: a document, an image, a certificate. */
export interface ContentAnswer {
  kind: "content";
  /** Bytes that take time to make are given as a function, which is not called for whoever has them (`etag`). */
  bytes?: Uint8Array | (() => Promise<Uint8Array>);
  stream?: AsyncIterable<Uint8Array>;
  mediaType: string;
  /** Given: the browser saves it under this name instead of showing it. */
  fileName?: string;
  sizeBytes?: number;
  /** Lower-case hex; becomes `ETag` and `Repr-Digest` (RFC 9530). */
  sha256?: string;
  /** Given: a browser may keep the answer, asks each time whether it still holds, and gets 304 without a body while it does. */
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

/** Throws whatever making the bytes throws. */
export async function toContentResponse(answer: ContentAnswer, asked: Headers): Promise<Response> {
  if (answer.etag !== undefined && isKnown(answer.etag, asked))
    return new Response(null, { status: 304, headers: cacheHeaders(answer.etag) });
  const bytes = typeof answer.bytes === "function" ? await answer.bytes() : answer.bytes;
  const size = bytes ? bytes.length : answer.sizeBytes;
  const headers = new Headers({
    "content-type": answer.mediaType,
    ...cacheHeaders(answer.etag),
    "x-content-type-options": "nosniff",
    // A document from somebody else must not run anything under our origin.
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
  return Readable.toWeb(Readable.from(stream, { objectMode: false })) as unknown as ReadableStream;
}

/** `no-cache` keeps, but asks first: whoever logged out, or was removed from a document, is refused then. */
function cacheHeaders(etag: string | undefined): Record<string, string> {
  return etag === undefined
    ? { "cache-control": "private, no-store" }
    : { "cache-control": "private, no-cache", etag: `"${etag}"` };
}

/** RFC 9110 section 13.1.2, compared weakly as it asks. */
function isKnown(etag: string, asked: Headers): boolean {
  const known =
    asked
      .get("if-none-match")
      ?.split(",")
      .map((entry) => entry.trim().replace(/^W\//, "")) ?? [];
  return known.includes("*") || known.includes(`"${etag}"`);
}

function digestHeaders(sha256: string): Record<string, string> {
  return { etag: `"${sha256}"`, "repr-digest": `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:` };
}

/** RFC 6266: an ASCII name for old clients, RFC 8187 for the rest; one line whatever the name holds. */
export function attachment(fileName: string): string {
  const safe = fileName.replace(/[\p{Cc}\p{Cf}\p{Cs}/\\]/gu, "_");
  const ascii = safe.replace(/[^\x20-\x7e]|["%]/g, "_");
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
