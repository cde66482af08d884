import type { Readable } from "node:stream";
import type { File, UploadSource } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { toId, toUuid } from "@/lib/platform/ids";
import { withoutPdfEnding } from "@/lib/platform/plain-text";
import { appendDownload } from "@/lib/records/audit/append";
import { getReadableFile } from "./access";
import { drawPageOf, type PageImage } from "./pages";
import type { DownloadQuery, RevisionDownloadQuery, RevisionImageQuery } from "./schema";
import { findSignedRevision, type SignedRevision } from "./signed-revisions";
import { sourceTypeFacts } from "./source-choices";
import { toBlobs } from "./storage/segments";
import { withWholeVersion, type Version } from "./whole-version";

/** A document to be sent. The stream is already open. The reader closes it. */
export interface FileContent {
  stream: Readable;
  sizeBytes: number;
  sha256: string;
  fileName: string;
  mediaType: string;
}

/**
 * The bytes of a document, for its requester and notified signers. Every segment is hashed before the first byte is
 * sent. Throws `integrity_error` instead of sending wrong bytes, and `not_found` for everyone else. Recorded as a
 * download, unless the requester only views it.
 */
export async function downloadFile(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string; version: Version } & Partial<DownloadQuery>,
): Promise<FileContent> {
  const { file, isRequester } = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const content = await openContent(ctx, actor, file, input.version, { isRequester });
  if (input.purpose === "view" && isRequester) return content;
  await appendDownload(ctx, actor, file.id, {
    doc: { sha256: content.sha256, size: content.sizeBytes },
    version: input.version,
  });
  return content;
}

/**
 * Like `downloadFile`, for a caller who has authorised the reader. Writes nothing except `integrity.failed`. The source
 * file of a converted document may contain comments, earlier wordings and locations, so only the requester gets it. For
 * others the original is the PDF created from it.
 */
export async function openContent(
  ctx: Ctx,
  actor: Actor,
  file: File,
  version: Version | SignedRevision,
  { isRequester = false } = {},
): Promise<FileContent> {
  const source = version === "original" && isRequester ? file.source : null;
  const given = version === "original" && file.source && !isRequester ? "converted" : version;
  return withWholeVersion(ctx, actor, file, given, async ({ segments, sizeBytes, sha256 }) => ({
    stream: await ctx.blobs.openAll(toBlobs(file, segments)),
    fileName: source ? sourceNameOf(file.name, source) : fileNameOf(file.name, version),
    mediaType: source ? sourceTypeFacts[source.type].mediaType : "application/pdf",
    sizeBytes,
    sha256,
  }));
}

/** The name under which it was sent, with the extension of its type appended if it has another. */
function sourceNameOf(title: string, { type, name }: UploadSource): string {
  const { endings } = sourceTypeFacts[type];
  const given = name ?? title;
  return endings.some((ending) => given.toLowerCase().endsWith(`.${ending}`))
    ? given
    : `${given}.${endings[0] ?? type}`;
}

function fileNameOf(name: string, version: Version | SignedRevision): string {
  const base = withoutPdfEnding(name);
  return typeof version === "object"
    ? `${base} (revision ${version.revision}).pdf`
    : name === base
      ? `${name}.pdf`
      : name;
}

interface RevisionRef {
  uuid: string;
  revision: number;
}

/**
 * The document at one of its signed revisions, for everyone who may read the document. Throws `integrity_error`, and
 * `not_found` also for a revision that is not part of the document. Recorded like a download of the document, with the
 * revision's number.
 */
export async function downloadRevision(
  ctx: Ctx,
  actor: Actor,
  input: RevisionRef & Partial<RevisionDownloadQuery>,
): Promise<FileContent> {
  const { file, isRequester } = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const found = await findSignedRevision(ctx, file, toId(input.revision));
  const content = await openContent(ctx, actor, file, found);
  if (input.purpose === "view" && isRequester) return content;
  const doc = { sha256: content.sha256, size: content.sizeBytes, revision: found.revision };
  await appendDownload(ctx, actor, file.id, { doc, version: "revision" });
  return content;
}

/** One page of the document at one of its signed revisions, for everyone who may read the document. */
export async function drawRevisionPage(
  ctx: Ctx,
  actor: Actor,
  input: RevisionRef & { n: number } & RevisionImageQuery,
): Promise<PageImage> {
  const { file } = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const { n, width, format } = input;
  return drawPageOf(
    ctx,
    actor,
    file,
    { n, width, format, fields: [] },
    await findSignedRevision(ctx, file, toId(input.revision)),
  );
}
