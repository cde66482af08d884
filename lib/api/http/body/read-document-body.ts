import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { documentMediaTypes, type PdfBody } from "@/lib/api/operations/request-bodies";
import type { Ctx } from "@/lib/context/context";
import { headBytes, typeOfHead } from "@/lib/documents/attachments/file-type";
import { pictureTypes, sourceTypeFacts, textTypeOf } from "@/lib/documents/source-choices";
import type { StagedBlob } from "@/lib/platform/blobs/blob-store";
import { DomainError, invalid } from "@/lib/platform/errors";
import {
  arriving,
  brokenForm,
  capped,
  mediaTypeOf,
  openForm,
  readPdfBody,
  refuseDeclaredSize,
  refuseEncoding,
} from "./read-pdf-body";

/** Space for the boundaries and headers of a form with a hundred files. */
const formOverheadBytes = 256 * 1024;

type DocumentCtx = Pick<Ctx, "blobs" | "limits">;

/**
 * An uploaded document: bare, the only file of a form, or several images in a form, which become one zip with the
 * images unchanged. The files of a form are on disk before `work` begins.
 */
export async function withDocumentBody<T>(
  request: Request,
  ctx: DocumentCtx,
  work: (body: PdfBody) => Promise<T>,
): Promise<T> {
  const maxBytes = ctx.limits.pdfStreamedBytes;
  const mediaType = mediaTypeOf(request);
  if (mediaType !== "multipart/form-data") {
    const body = await readPdfBody(request, { maxBytes, mediaTypes: documentMediaTypes });
    return work({ ...body, text: textTypeOf(mediaType) });
  }
  refuseEncoding(request);
  refuseDeclaredSize(request, maxBytes + formOverheadBytes);
  const form = await stageForm(request, ctx);
  try {
    return await work(await bodyOf(form));
  } finally {
    await Promise.all(form.parts.map(({ blob }) => blob.discard()));
  }
}

interface Part {
  blob: StagedBlob;
  fileName: string | null;
  mediaType: string;
}

interface StagedForm {
  parts: Part[];
  name: string | null;
}

async function stageForm(request: Request, { blobs, limits }: DocumentCtx): Promise<StagedForm> {
  if (request.body === null) throw invalid("", "required", "The body is empty");
  const bytes = arriving(request.body);
  const form = openForm(request, limits.picturesPerFile + 1);
  const [names, staging]: [string[], Promise<Part>[]] = [[], []];
  const total = { bytes: 0 };
  const closed = new Promise<void>((resolve, reject) => {
    form.once("error", (error) => reject(error instanceof DomainError ? error : brokenForm()));
    bytes.once("error", () => reject(brokenForm()));
    form.once("close", resolve);
  });
  form.on("field", (field, value) => {
    if (field === "name") names.push(value);
    if (names.length > 1) form.destroy(invalid("/name", "ambiguous", "The form gives name more than once"));
  });
  form.on("file", (_field, part, { filename, mimeType }) => {
    part.on("error", () => undefined);
    bytes.once("error", (error) => part.destroy(error));
    const stream = capped(part, limits.pdfStreamedBytes, total);
    const staged = blobs
      .stage(stream, { maxBytes: limits.pdfStreamedBytes })
      .then((blob): Part => ({ blob, fileName: filename || null, mediaType: mimeType.toLowerCase() }));
    staged.catch((error: unknown) => form.destroy(error instanceof Error ? error : brokenForm()));
    staging.push(staged);
  });
  bytes.pipe(form);
  // The parts are known only after the form has been read.
  const [end] = await Promise.allSettled([closed]);
  const parts = await Promise.allSettled(staging);
  const staged = parts.flatMap((part) => (part.status === "fulfilled" ? [part.value] : []));
  const failed = [end, ...parts].find((outcome) => outcome.status === "rejected");
  if (failed || staged.length === 0) {
    await Promise.all(staged.map(({ blob }) => blob.discard()));
    throw failed ? failed.reason : invalid("/file", "required", "The form contains no file");
  }
  return { parts: staged, name: names[0] ?? null };
}

async function bodyOf({ parts, name }: StagedForm): Promise<PdfBody> {
  const [first, ...others] = parts;
  if (!first) throw new Error("a form without a file was refused");
  const { fileName } = first;
  const formName = () => name ?? fileName;
  if (others.length > 0) return { stream: await zipPictures(parts), formName, fileName: null, text: null };
  const text = textTypeOf(first.mediaType);
  return { stream: createReadStream(first.blob.path), formName, fileName, text };
}

/**
 * Stored without compression and with a fixed date, so that the same images give the same zip. Throws
 * `validation_failed` for anything but images.
 */
async function zipPictures(parts: readonly Part[]): Promise<AsyncIterable<Uint8Array>> {
  const zip = new ZipFile();
  for (const [index, { blob, fileName }] of parts.entries()) {
    const type = await pictureTypeOf(blob.path);
    if (type === null)
      throw invalid("/file", "ambiguous", "The form contains more than one file. Only pictures can be combined.");
    const entry = `${String(index + 1).padStart(3, "0")}${plainBase(fileName)}.${sourceTypeFacts[type].endings[0]}`;
    zip.addFile(blob.path, entry, { compress: false, mtime: new Date(Date.UTC(2000, 0, 1)), mode: 0o100600 });
  }
  zip.end();
  return zip.outputStream as Readable;
}

async function pictureTypeOf(path: string): Promise<(typeof pictureTypes)[number] | null> {
  const file = await open(path, "r");
  try {
    const head = Buffer.alloc(headBytes);
    await file.read(head, 0, headBytes, 0);
    const type = /^(?:II\*\0|MM\0\*)/.test(head.toString("latin1", 0, 4)) ? "tiff" : typeOfHead(head);
    return pictureTypes.find((picture) => picture === type) ?? null;
  } finally {
    await file.close();
  }
}

/** A readable name of an image in the zip. It is not parsed. */
function plainBase(fileName: string | null): string {
  const base = (fileName?.split(/[/\\]/).at(-1) ?? "").replace(/\.[^.]*$/, "").replace(/[^\p{L}\p{N}_-]+/gu, "-");
  return base === "" ? "" : `-${base.slice(0, 100)}`;
}
