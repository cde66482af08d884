import { Readable } from "node:stream";

/** An answer that is no JSON: a document, an image, a certificate. */
export interface ContentAnswer {
  kind: "content";
  bytes?: Uint8Array;
  stream?: AsyncIterable<Uint8Array>;
  mediaType: string;
  /** Given: the browser saves it under this name instead of showing it. */
  fileName?: string;
  sizeBytes?: number;
  /** Lower-case hex; becomes `ETag` and `Repr-Digest` (RFC 9530). */
  sha256?: string;
  headers?: Record<string, string>;
}

export function content(answer: Omit<ContentAnswer, "kind">): ContentAnswer {
  return { kind: "content", ...answer };
}

export function isContent(answer: unknown): answer is ContentAnswer {
  return typeof answer === "object" && answer !== null && "kind" in answer && answer.kind === "content" && "mediaType" in answer;
}

export function toContentResponse(answer: ContentAnswer): Response {
  const size = answer.bytes ? answer.bytes.length : answer.sizeBytes;
  const headers = new Headers({
    "content-type": answer.mediaType,
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
    // A document from somebody else must not run anything under our origin.
    "content-security-policy": "sandbox; default-src 'none'",
    ...(size === undefined ? {} : { "content-length": String(size) }),
    ...(answer.fileName === undefined ? {} : { "content-disposition": attachment(answer.fileName) }),
    ...(answer.sha256 === undefined ? {} : digestHeaders(answer.sha256)),
    ...answer.headers,
  });
  return new Response(bodyOf(answer), { status: 200, headers });
}

function bodyOf(answer: ContentAnswer): BodyInit | null {
  if (answer.bytes) return Buffer.from(answer.bytes);
  if (!answer.stream) return null;
  return Readable.toWeb(Readable.from(answer.stream, { objectMode: false })) as unknown as ReadableStream;
}

function digestHeaders(sha256: string): Record<string, string> {
  return { etag: `"${sha256}"`, "repr-digest": `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:` };
}

/** RFC 6266: an ASCII name for old clients, RFC 8187 for the rest; one line whatever the name holds. */
export function attachment(fileName: string): string {
  const safe = fileName.replace(/[\p{Cc}\p{Cf}\p{Cs}/\\]/gu, "_");
  const ascii = safe.replace(/[^\x20-\x7e]|["%]/g, "_");
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
