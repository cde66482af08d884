import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import busboy from "busboy";
import type { PdfBody } from "@/lib/api/pdf-body";
import { DomainError, invalid } from "@/lib/errors";
import { refuseDeclaredSize, refuseEncoding } from "./body-limits";

/** Room for the boundaries and headers of a multipart form around the document. */
const formOverheadBytes = 64 * 1024;

/** A streamed document: `application/pdf`, or the first file of `multipart/form-data`. Nothing is buffered whole. */
export async function readPdfBody(request: Request, maxBytes: number): Promise<PdfBody> {
  const mediaType = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/pdf" && mediaType !== "multipart/form-data") {
    throw new DomainError("unsupported_media_type", { detail: "Send the document as application/pdf or multipart/form-data" });
  }
  refuseEncoding(request);
  refuseDeclaredSize(request, maxBytes + formOverheadBytes);
  if (request.body === null) throw invalid("", "required", "The body is empty");
  const bytes = Readable.fromWeb(request.body as NodeReadableStream<Uint8Array>);
  if (mediaType === "application/pdf") return { stream: capped(bytes, maxBytes), fileName: null };
  return firstFile(request, bytes, maxBytes);
}

async function* capped(bytes: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxBytes) throw new DomainError("too_large", { detail: `The document is larger than ${maxBytes} bytes` });
    yield chunk;
  }
}

/** Resolves as soon as the file's part begins; its bytes follow as they arrive, later parts are skipped. */
function firstFile(request: Request, bytes: Readable, maxBytes: number): Promise<PdfBody> {
  return new Promise((resolve, reject) => {
    const form = openForm(request);
    let isFound = false;
    form.on("file", (_name, part, info) => {
      if (isFound) {
        part.resume();
        return;
      }
      isFound = true;
      bytes.once("error", (error) => part.destroy(error));
      resolve({ stream: capped(wholePart(part), maxBytes), fileName: info.filename || null });
    });
    form.once("error", () => reject(brokenForm()));
    form.once("close", () => reject(invalid("/file", "required", "The form holds no file")));
    bytes.once("error", reject);
    bytes.pipe(form);
  });
}

/** A part that ends before its boundary is a form cut short, not a short document. */
async function* wholePart(part: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of part) yield chunk as Uint8Array;
  } catch {
    throw brokenForm();
  }
}

function openForm(request: Request): busboy.Busboy {
  try {
    return busboy({ headers: { "content-type": request.headers.get("content-type") ?? "" }, limits: { files: 2, fields: 20, fieldSize: 4096 } });
  } catch {
    throw brokenForm();
  }
}

function brokenForm(): DomainError {
  return new DomainError("malformed_json", { detail: "The form is not well formed" });
}
