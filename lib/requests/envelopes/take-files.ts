import { eq } from "drizzle-orm";
import { files, type File, type PageSize } from "@/db/schema/files";
import { provedActor } from "@/lib/accounts/actor";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { getOwnFile, lockOwnFile } from "@/lib/documents/access";
import { assertNotHeld } from "@/lib/documents/delete";
import { discardIngested, ingestUpload, type IngestedFile } from "@/lib/documents/upload/ingest-upload";
import { insertDraft } from "@/lib/documents/upload/upload";
import { inTurns } from "@/lib/platform/blobs/in-turns";
import { DomainError, invalid } from "@/lib/platform/errors";
import { toId } from "@/lib/platform/ids";
import { atMember } from "@/lib/platform/outbound";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { Personal } from "@/lib/records/audit/events";
import { atPdf, readFileState, type FileState } from "../state/file-state";
import { assertUnused, bytesOf, sentFileOf, sourceOf } from "../state/take-source";
import type { NewEnvelopeFile } from "./schema";

/** A PDF to be added to an envelope: just ingested, or an upload of the requester's. */
export type TakenFile = { name: string; pages: PageSize[]; alreadySigned: boolean; uuid: string } & (
  | { kind: "ingested"; ingested: IngestedFile; fetchedFrom: string | null }
  | { kind: "upload"; state: FileState }
);

/** Each is held in memory while it is hashed and read. */
const atOnce = 2;

/**
 * Takes in every file of a call, or none. An error carries the file's name and points at `/files/{index}`. Throws
 * `validation_failed`, `email_unproved` (a document by URL), and what `ingestUpload` and `assertUnused` throw.
 */
export async function takeFiles(
  ctx: Ctx,
  actor: AccountActor,
  given: readonly NewEnvelopeFile[],
  before: number,
): Promise<TakenFile[]> {
  assertCount(ctx, before + given.length);
  const sources = given.map((one, index) => atIndex(index, () => sourceOf(one.file)));
  if (sources.some(({ kind }) => kind === "url")) provedActor(actor);
  const ids = sources.flatMap((source) => (source.kind === "fileId" ? [source.fileId] : []));
  if (new Set(ids).size < ids.length) throw invalid("/files", "duplicate", "files names an upload twice");
  const taken: TakenFile[] = [];
  try {
    await inTurns([...sources.entries()], atOnce, async ([index, source]) => {
      const name = given[index]?.name;
      taken[index] = await atPdf({ id: 0, name: name ?? `files[${index}]` }, index, async () => {
        if (source.kind === "fileId") return takeUpload(ctx, actor, source.fileId, name);
        if (name === undefined) throw invalid(`/files/${index}/name`, "required", `files[${index}].name is required`);
        const bytes = bytesOf(ctx, actor, source);
        const { pdfInJsonBytes } = ctx.limits;
        const ingested = await atMember(`/files/${index}/file/url`, () =>
          ingestUpload(ctx, actor.account, bytes, pdfInJsonBytes, sentFileOf(source)),
        );
        const fetchedFrom = source.kind === "url" ? new URL(source.url).host : null;
        const { uuid, pages, alreadySigned } = ingested;
        return { kind: "ingested", ingested, fetchedFrom, name, uuid, pages, alreadySigned };
      });
    });
    return taken;
  } catch (error) {
    await discardTaken(ctx, taken);
    throw error;
  }
}

function assertCount({ limits }: Ctx, count: number): void {
  if (count <= limits.filesPerEnvelope) return;
  const detail = `files would make ${count} files of this envelope; ${limits.filesPerEnvelope} are allowed`;
  throw invalid("/files", "too_many", detail, limits.filesPerEnvelope);
}

function atIndex<Value>(index: number, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const [first] = error.violations;
    throw invalid(`/files/${index}/file`, first?.code ?? "required", `files[${index}].${error.detail ?? ""}`);
  }
}

async function takeUpload(
  ctx: Ctx,
  actor: AccountActor,
  fileId: number,
  name: string | undefined,
): Promise<Extract<TakenFile, { kind: "upload" }>> {
  const state = assertUnused(await readFileState(ctx, await getOwnFile(ctx, actor, { id: toId(fileId) })));
  const { uuid, pages, alreadySigned } = state.file;
  return { kind: "upload", state, name: name ?? state.file.name, uuid, pages, alreadySigned };
}

/** Removes what was stored for files that did not become part of an envelope. Uploads stay as they were. */
export async function discardTaken(ctx: Ctx, taken: readonly (TakenFile | undefined)[]): Promise<void> {
  for (const one of taken) if (one?.kind === "ingested") await discardIngested(ctx, one.ingested);
}

/**
 * An envelope may have as many pages as one document, because its pages are drawn and read like those of one. Throws
 * `too_large`.
 */
export function assertPagesTogether({ limits }: Ctx, pdfs: readonly { pages: readonly unknown[] }[]): void {
  const pages = pdfs.reduce((sum, pdf) => sum + pdf.pages.length, 0);
  if (pages <= limits.pdfPages) return;
  throw new DomainError("too_large", {
    reason: "too_many_pages",
    bound: limits.pdfPages,
    detail: `The files have ${pages} pages together, and at most ${limits.pdfPages} are allowed in an envelope.`,
  });
}

interface Place {
  envelope: Pick<File, "id" | "uuid">;
  position: number;
}

/**
 * Adds a file to an envelope, in the caller's transaction, which holds the envelope's lock. Throws
 * `document_on_hold` and what `assertUnused` throws for an upload.
 */
export async function insertPdf(
  ctx: Ctx,
  actor: AccountActor,
  taken: TakenFile,
  { envelope, position }: Place,
): Promise<File> {
  const place = { envelopeId: envelope.id, envelopePosition: position };
  const pdf =
    taken.kind === "ingested"
      ? await insertDraft(ctx, actor, taken.ingested, { name: taken.name, expiresAt: null, ...place })
      : await joinUpload(ctx, actor, taken, place);
  if (taken.kind === "ingested" && taken.fetchedFrom !== null)
    await appendAuditEvent(ctx, actor, pdf.id, {
      type: "file.fetched",
      data: { host: new Personal(taken.fetchedFrom) },
    });
  await appendAuditEvent(ctx, actor, pdf.id, { type: "envelope.joined", data: { envelope: envelope.uuid, position } });
  return pdf;
}

/**
 * The envelope's name, deadline and other settings replace those of the upload. Its legal hold would end with them, so
 * a held one stays alone.
 */
async function joinUpload(
  ctx: Ctx,
  actor: AccountActor,
  { state, name }: Extract<TakenFile, { kind: "upload" }>,
  place: { envelopeId: number; envelopePosition: number },
): Promise<File> {
  const { file } = assertUnused(await readFileState(ctx, await lockOwnFile(ctx, actor, { id: state.file.id })));
  assertNotHeld(file);
  const [joined] = await ctx.db
    .update(files)
    .set({ ...place, name, expiresAt: null, expiryIsDefault: false, reminders: null })
    .where(eq(files.id, file.id))
    .returning();
  if (!joined) throw new DomainError("not_found");
  return joined;
}
