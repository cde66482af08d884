import { files, type File } from "@/db/schema/files";
import { assertMayRequest, provedActor } from "@/lib/accounts/actor";
import { assertValidCredentialAtEnd } from "@/lib/accounts/valid-credential";
import { atEnd, type AccountActor, type Actor, type Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { nameInUrl, uploadOptionsOf, type SentFile } from "@/lib/documents/conversion/convert-upload";
import { fileName, type FetchInput } from "@/lib/documents/schema";
import { assertStoredFits } from "@/lib/documents/storage-left";
import { insertSegments } from "@/lib/documents/storage/segments";
import { shadowContentOf } from "@/lib/documents/upload-warnings";
import type { BlobBytes } from "@/lib/platform/blobs/blob-store";
import { invalid } from "@/lib/platform/errors";
import { atMember } from "@/lib/platform/outbound";
import { urlUnreachable } from "@/lib/platform/outbound/target";
import { appendAuditEvent, noteNewFile } from "@/lib/records/audit/append";
import { Personal } from "@/lib/records/audit/events";
import { queue } from "@/lib/records/outbox/enqueue";
import { discardIngested, ingestUpload, type IngestedFile } from "./ingest-upload";

interface Upload extends SentFile {
  stream: BlobBytes;
  /** A function is called after the stream has been read, because a form may send the name after the file. */
  name: string | null | (() => string | null);
}

/**
 * `POST /file`: creates a draft without signers from a streamed document. Throws `forbidden` and what `ingestUpload`
 * throws.
 */
export async function uploadFile(
  ctx: Ctx,
  actor: Actor,
  { stream, name, ...sent }: Upload,
): Promise<{ fileId: number }> {
  const acting = assertMayRequest(actor);
  // A name known in advance is checked before the document is read.
  if (typeof name !== "function") readName(name, "/query/name");
  const ingested = await ingestUpload(ctx, acting.account, stream, ctx.limits.pdfStreamedBytes, sent);
  try {
    const readable = typeof name === "function" ? readName(name(), "/name") : readName(name, "/query/name");
    return await ctx.tx(async (tx) => {
      // The upload may have taken minutes.
      await assertValidCredentialAtEnd(tx, acting);
      const { id: fileId } = await insertDraft(tx, acting, ingested, { name: readable, expiresAt: null });
      await markDone(tx, { fileId });
      return { fileId };
    });
  } catch (error) {
    await discardIngested(ctx, ingested);
    throw error;
  }
}

function readName(given: string | null, pointer: string): string {
  const name = fileName.safeParse(given ?? "");
  if (!name.success) throw invalid(pointer, "required", "name is required: 1 to 255 characters on one line");
  return name.data;
}

type DraftFacts = Pick<File, "name" | "expiresAt"> &
  Partial<
    Pick<
      File,
      | "reminders"
      | "templateVersionId"
      | "directLinkId"
      | "readers"
      | "allowDelegation"
      | "signatureOptions"
      | "envelopeId"
      | "envelopePosition"
    >
  >;

/**
 * Writes the rows of a new draft in the caller's transaction, with `file.created`, and queues the comparison of two
 * readers. The document belongs to `requester`. `by` is the person who created it, if different. Throws
 * `quota_exceeded`, `storage_full`.
 */
export async function insertDraft(
  ctx: Ctx,
  requester: AccountActor,
  ingested: IngestedFile,
  facts: DraftFacts,
  madeFrom?: { template: number; templateVersion: number; bulkSend?: number; row?: number; directLink?: number },
  by: Actor = requester,
): Promise<File> {
  const { segments, ...columns } = ingested;
  const [file] = await ctx.db
    .insert(files)
    .values({ ...columns, ...facts, requesterId: requester.account.id })
    .returning();
  if (!file) throw new Error("the file was not stored");
  noteNewFile(ctx, file);
  await insertSegments(ctx, file.id, segments, 0);
  await appendAuditEvent(ctx, by, file.id, {
    type: "file.created",
    doc: {
      sha256: file.sha256,
      size: file.size,
      originalSha256: file.originalSha256,
      originalSize: file.originalSize,
      pages: file.pages.length,
    },
    data: {
      name: new Personal(file.name),
      alreadySigned: file.alreadySigned,
      repaired: file.repaired,
      decrypted: file.decrypted,
      frozenFields: file.frozenFields,
      ...(file.source ? { convertedFrom: file.source.type } : {}),
      ...(file.source?.name ? { fileName: new Personal(file.source.name) } : {}),
      removed: file.removed,
      remaining: file.remaining,
      ...madeFrom,
      shadowContent: shadowContentOf(file).map((finding) => ({ ...finding })),
    },
  });
  // After the event, which locks the account's counter of events: what concurrent calls of the account stored is then
  // committed, and counts.
  await atEnd(ctx, () => assertStoredFits(ctx, requester.account.id));
  if (file.readers === null) await queue(ctx, "compareReaders", { fileId: file.id });
  return file;
}

/**
 * `POST /file/fetch`: fetches a document through the guarded outbound client and creates a draft without signers.
 * Throws `forbidden`, `email_unproved`, `url_not_allowed`, `url_unreachable` (also if the caller disconnected in the
 * meantime, because the draft would go unnoticed) and what `ingestUpload` throws. Nothing is stored in these cases.
 */
export async function fetchFile(
  ctx: Ctx,
  actor: Actor,
  { url, name, ...options }: FetchInput,
): Promise<{ fileId: number }> {
  assertMayRequest(actor);
  const acting = provedActor(actor);
  const [maxBytes, left] = [ctx.limits.pdfInJsonBytes, ctx.request?.left];
  const ingested = await atMember("/url", () =>
    ingestUpload(
      ctx,
      acting.account,
      ctx.outbound.download(url, { maxBytes, signal: left, account: acting.account.id }),
      maxBytes,
      { fileName: nameInUrl(url), isFetched: true, ...uploadOptionsOf(options) },
    ),
  );
  try {
    return await ctx.tx(async (tx) => {
      await assertValidCredentialAtEnd(tx, acting);
      const { id: fileId } = await insertDraft(tx, acting, ingested, { name, expiresAt: null });
      await appendAuditEvent(tx, acting, fileId, {
        type: "file.fetched",
        data: { host: new Personal(new URL(url).host) },
      });
      await markDone(tx, { fileId });
      if (left?.aborted) throw urlUnreachable(new Error("the caller left"));
      return { fileId };
    });
  } catch (error) {
    await discardIngested(ctx, ingested);
    throw error;
  }
}
