import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import busboy from "busboy";
import type { PdfBody } from "@/lib/api/operations/request-bodies";
import type { Ctx } from "@/lib/context/context";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { DomainError, invalid } from "@/lib/platform/errors";

/** Space for the boundaries and headers of a multipart form around the document. */
const formOverheadBytes = 64 * 1024;

/**
 * A streamed document or attachment: bare, or the only file of `multipart/form-data`. It is never buffered as a whole.
 */
export async function readPdfBody(
  request: Request,
  { maxBytes, mediaTypes }: { maxBytes: number; mediaTypes: readonly string[] },
): Promise<PdfBody> {
  const mediaType = mediaTypeOf(request);
  if (!mediaTypes.includes(mediaType) && mediaType !== "multipart/form-data") {
    throw new DomainError("unsupported_media_type", {
      detail: `Send the file as ${mediaTypes[0]} or multipart/form-data.`,
    });
  }
  refuseEncoding(request);
  refuseDeclaredSize(request, maxBytes + formOverheadBytes);
  if (request.body === null) throw invalid("", "required", "The body is empty");
  const bytes = arriving(request.body);
  if (mediaType !== "multipart/form-data") return { stream: capped(bytes, maxBytes), formName: null };
  return onlyFile(request, bytes, maxBytes);
}

/**
 * A body as it arrives. If it breaks off, its reader gets the error, even if that happens before there is a reader.
 * Otherwise the unhandled error would end the process.
 */
export function arriving(body: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(body as NodeReadableStream<Uint8Array>).on("error", () => undefined);
}

export function mediaTypeOf(request: Request): string {
  return (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

/** The complete document on disk, with the SHA-256 of its bytes and of its name in the form. */
export async function withStagedPdf<T>(
  blobs: Ctx["blobs"],
  { stream, ...facts }: PdfBody,
  maxBytes: number,
  work: (body: PdfBody, sha256: () => string) => Promise<T>,
): Promise<T> {
  const received = await blobs.stage(stream, { maxBytes });
  const arrived = JSON.stringify([received.sha256, facts.formName?.() ?? null]);
  try {
    return await work({ stream: createReadStream(received.path), ...facts }, () => sha256Hex(arrived));
  } finally {
    await received.discard();
  }
}

/** `total` is the running total of several streams. */
export async function* capped(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
  total = { bytes: 0 },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    total.bytes += chunk.length;
    if (total.bytes > maxBytes)
      throw new DomainError("too_large", { detail: `The document is larger than ${maxBytes} bytes.` });
    yield chunk;
  }
}

/**
 * Resolves when the file's part begins. Its bytes follow as they arrive, and end only after the whole form has been
 * read: a second file, or a second `name`, rejects the streamed document.
 */
function onlyFile(request: Request, bytes: Readable, maxBytes: number): Promise<PdfBody> {
  const form = openForm(request);
  const names: string[] = [];
  let fileCount = 0;
  return new Promise((resolve, reject) => {
    const whole = untilClosed(form, bytes);
    whole.then(() => reject(invalid("/file", "required", "The form contains no file")), reject);
    form.on("file", (_field, part, { filename }) => {
      // The reader of the part gets the error. Until there is one, it must not end the process.
      part.on("error", () => undefined);
      fileCount += 1;
      if (fileCount > 1) {
        form.destroy(invalid("/file", "ambiguous", "The form contains more than one file"));
        return;
      }
      bytes.once("error", (error) => part.destroy(error));
      resolve({ stream: capped(wholePart(part, whole), maxBytes), formName: () => names[0] ?? (filename || null) });
    });
    form.on("field", (field, value) => {
      if (field !== "name") return;
      names.push(value);
      if (names.length > 1) form.destroy(invalid("/name", "ambiguous", "The form gives name more than once"));
    });
    bytes.pipe(form);
  });
}

/** Settles with the form. Rejects if it is malformed or refused, or if its bytes stop arriving. */
function untilClosed(form: busboy.Busboy, bytes: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    form.once("error", (error) => reject(error instanceof DomainError ? error : brokenForm()));
    bytes.once("error", () => reject(brokenForm()));
    form.once("close", resolve);
  });
}

/** A part that ends before its boundary is a truncated form, not a short document. */
async function* wholePart(part: Readable, whole: Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of part) yield chunk as Uint8Array;
  } catch {
    // The form's error contains the cause.
    await whole;
    throw brokenForm();
  }
  await whole;
}

/**
 * Ends with an error at the first part beyond `files` and twenty fields. With 100 MiB of tiny parts, parsing each
 * header would be too slow.
 */
export function openForm(request: Request, files = 2): busboy.Busboy {
  const form = openParser(request, { files, fields: mostFields, fieldSize: 4096, parts: files + mostFields + 1 });
  for (const limit of ["partsLimit", "fieldsLimit"] as const)
    form.once(limit, () => form.destroy(invalid("", "too_many", "The form has too many parts")));
  return form;
}

const mostFields = 20;

function openParser(request: Request, limits: busboy.Limits): busboy.Busboy {
  try {
    const headers = { "content-type": request.headers.get("content-type") ?? "" };
    return busboy({ headers, defParamCharset: "utf8", limits });
  } catch {
    throw brokenForm();
  }
}

export function brokenForm(): DomainError {
  return new DomainError("malformed_json", { detail: "The form is not well formed." });
}

/** Compressed bodies are rejected: a small gzip may contain gigabytes. */
export function refuseEncoding(request: Request): void {
  const encoding = request.headers.get("content-encoding");
  if (encoding !== null && encoding.toLowerCase() !== "identity") {
    throw new DomainError("unsupported_media_type", { detail: "Send the body without Content-Encoding." });
  }
}

export function refuseDeclaredSize(request: Request, maxBytes: number): void {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > maxBytes) throw new DomainError("too_large", { detail: `The body is larger than ${maxBytes} bytes.` });
}

/** The whole body, up to `maxBytes`. */
export async function readCapped(request: Request, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksOf(request, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * The body as it arrives. Stops at the first byte over `maxBytes`, regardless of Content-Length. Throws `too_large`.
 */
export async function* chunksOf(request: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  refuseDeclaredSize(request, maxBytes);
  if (request.body === null) return;
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw new DomainError("too_large", { detail: `The body is larger than ${maxBytes} bytes.` });
    yield chunk;
  }
}
