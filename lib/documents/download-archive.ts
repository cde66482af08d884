import type { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { Actor, Ctx } from "@/lib/context/context";
import { toUuid } from "@/lib/platform/ids";
import { appendDownload } from "@/lib/records/audit/append";
import { getReadableFile } from "./access";
import { openContent } from "./content";
import { readPdfs } from "./envelopes/pdfs";

interface Archive {
  stream: Readable;
  fileName: string;
}

/**
 * The current PDFs of several documents, including those of envelopes, streamed as one zip. Each one is opened and
 * hashed when its turn comes, and recorded as a download. Throws `not_found` before the first byte if the actor may not
 * read one of them. Damaged content ends the stream before the zip directory is written, so that the zip cannot be
 * opened.
 */
export async function downloadArchive(ctx: Ctx, actor: Actor, input: { uuids: readonly string[] }): Promise<Archive> {
  const readable = await Promise.all(
    [...new Set(input.uuids.map(toUuid))].map((uuid) => getReadableFile(ctx, actor, { uuid })),
  );
  const documents = (await Promise.all(readable.map(({ file }) => readPdfs(ctx, file)))).flat();
  const zip = new ZipFile();
  // Without this, an entry's error would leave the response open.
  zip.on("error", (error: Error) => (zip.outputStream as Readable).destroy(error));
  const names = uniqueNames(documents.map(({ name }) => name));
  for (const [index, file] of documents.entries()) {
    const entry = { mtime: file.completedAt ?? file.createdAt, compress: false };
    zip.addReadStreamLazy(names[index] ?? "document.pdf", entry, (callback) => {
      openEntry(ctx, actor, file).then(
        (stream) => callback(null, stream),
        (error: unknown) => callback(error, null as never),
      );
    });
  }
  zip.end();
  return { stream: zip.outputStream as Readable, fileName: `documents-${documents.length}.zip` };
}

async function openEntry(ctx: Ctx, actor: Actor, file: Parameters<typeof openContent>[2]): Promise<Readable> {
  const { stream, sha256, sizeBytes } = await openContent(ctx, actor, file, "current");
  await appendDownload(ctx, actor, file.id, { doc: { sha256, size: sizeBytes }, version: "current" });
  return stream;
}

/**
 * Unique file names without folders: "Lease.pdf", "Lease (2).pdf". Case-insensitive, because many systems unpack that
 * way.
 */
export function uniqueNames(titles: readonly string[]): string[] {
  const taken = new Set<string>();
  return titles.map((title) => {
    const base =
      title
        .replace(/\.pdf$/i, "")
        .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, "_")
        .replace(/^[.\s]+|[.\s]+$/g, "") || "document";
    let name = `${base}.pdf`;
    for (let copy = 2; taken.has(name.toLowerCase()); copy++) name = `${base} (${copy}).pdf`;
    taken.add(name.toLowerCase());
    return name;
  });
}
