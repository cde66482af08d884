import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { File } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { blobProblemOf } from "@/lib/platform/blobs/blob-store";
import { DomainError } from "@/lib/platform/errors";
import { toUuid } from "@/lib/platform/ids";
import { withoutPdfEnding } from "@/lib/platform/plain-text";
import { appendDownload } from "@/lib/records/audit/append";
import { getReadableFile } from "./access";
import { openContent } from "./content";
import { readPdfs } from "./envelopes/pdfs";

interface Archive {
  stream: Readable;
  fileName: string;
}

/** The entry that lists documents which could not be read. Documents end in `.pdf`, so none has this name. */
const listOfOthers = "NOT-INCLUDED.txt";

/**
 * The current PDFs of several documents, including those of envelopes, streamed as one zip. Each one is opened and
 * hashed when its turn comes, and recorded as a download. A document whose bytes are missing, altered, unreadable or
 * deleted is left out, and listed with a code in the last entry. Throws `not_found` before the first byte if the actor
 * may not read one of them, and the first document's error if none can be read. A store that becomes unavailable ends
 * the stream before the zip directory is written, so that the zip cannot be opened.
 */
export async function downloadArchive(ctx: Ctx, actor: Actor, input: { uuids: readonly string[] }): Promise<Archive> {
  const readable = await Promise.all(
    [...new Set(input.uuids.map(toUuid))].map((uuid) => getReadableFile(ctx, actor, { uuid })),
  );
  const documents = (await Promise.all(readable.map(({ file }) => readPdfs(ctx, file)))).flat();
  const leftOut: LeftOut[] = [];
  const entries = openEach(ctx, actor, documents, leftOut);
  const first = await entries.next();
  if (first.done && leftOut[0]) throw leftOut[0].error;
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  // Without these, an error would leave the response open.
  zip.on("error", (error: Error) => stream.destroy(error));
  fill(zip, first, entries)
    .then(async () => {
      if (leftOut.length > 0)
        zip.addBuffer(Buffer.from(describeOthers(ctx, leftOut)), listOfOthers, { mtime: await ctx.now() });
      zip.end();
    })
    .catch((error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error))));
  return { stream, fileName: `documents-${documents.length}.zip` };
}

interface Entry {
  name: string;
  file: File;
  stream: Readable;
}

interface LeftOut extends Omit<Entry, "stream"> {
  error: unknown;
}

async function* openEach(
  ctx: Ctx,
  actor: Actor,
  documents: readonly File[],
  leftOut: LeftOut[],
): AsyncGenerator<Entry, void> {
  const names = uniqueNames(documents.map(({ name }) => name));
  for (const [index, file] of documents.entries()) {
    const name = names[index] ?? "document.pdf";
    const stream = await openEntry(ctx, actor, file).catch((error: unknown) => {
      // An unavailable store or database says nothing about this document.
      if (!(error instanceof DomainError) && blobProblemOf(error) === null) throw error;
      leftOut.push({ name, file, error });
      return null;
    });
    if (stream) yield { name, file, stream };
  }
}

async function openEntry(ctx: Ctx, actor: Actor, file: File): Promise<Readable> {
  const { stream, sha256, sizeBytes } = await openContent(ctx, actor, file, "current");
  await appendDownload(ctx, actor, file.id, { doc: { sha256, size: sizeBytes }, version: "current" });
  return stream;
}

/** Opens the next document when the previous one was read. Ends with an error once the reader is gone. */
async function fill(
  zip: ZipFile,
  first: IteratorResult<Entry, void>,
  entries: AsyncGenerator<Entry, void>,
): Promise<void> {
  const output = zip.outputStream as Readable;
  for (let next = first; !next.done; next = await entries.next()) {
    const { name, file, stream } = next.value;
    const close = () => stream.destroy();
    output.once("close", close);
    if (output.destroyed) close();
    else zip.addReadStream(stream, name, { mtime: file.completedAt ?? file.createdAt, compress: false });
    await finished(stream);
    output.off("close", close);
  }
}

/** English like the README of a bundle, with codes for programs. */
function describeOthers({ publicUrl }: Ctx, leftOut: readonly LeftOut[]): string {
  const documents = leftOut.map(({ name, file, error }) => {
    const { code, message } =
      error instanceof DomainError
        ? error
        : { code: "unavailable", message: "The stored document cannot be read now." };
    const detail = message === code ? "" : `\n  ${message}`;
    return `${name}\n  Document ID: ${file.uuid}\n  Code: ${code}${detail}\n`;
  });
  return `These documents could not be read and are not in this archive.
Codes: ${publicUrl}/docs/errors

${documents.join("\n")}`;
}

/**
 * Unique file names without folders: "Lease.pdf", "Lease (2).pdf". Case-insensitive, because many systems unpack that
 * way.
 */
export function uniqueNames(titles: readonly string[]): string[] {
  const taken = new Set<string>();
  return titles.map((title) => {
    const base =
      withoutPdfEnding(title)
        .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, "_")
        .replace(/^[.\s]+|[.\s]+$/g, "") || "document";
    let name = `${base}.pdf`;
    for (let copy = 2; taken.has(name.toLowerCase()); copy++) name = `${base} (${copy}).pdf`;
    taken.add(name.toLowerCase());
    return name;
  });
}
