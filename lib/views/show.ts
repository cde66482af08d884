import { eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import { accounts } from "@/db/schema/accounts";
import { signRequests, type SignatureFacts } from "@/db/schema/files";
import { accountActor } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context/context";
import { readSettings } from "@/lib/context/settings/read";
import { lookOf, optionsOf, readAppearanceBrand } from "@/lib/documents/fields/signature-appearance";
import { readStoredState } from "@/lib/documents/storage/segments";
import { blobProblemOf } from "@/lib/platform/blobs/blob-store";
import { DomainError } from "@/lib/platform/errors";
import { toId, toUuid } from "@/lib/platform/ids";
import { getByLink, noteOpened } from "@/lib/requests/links/find-by-link";
import { mayLearnLinks, revealLink } from "@/lib/requests/signers/signer-language";
import { withName } from "@/lib/signing/proof/may-sign";
import { signerName } from "@/lib/signing/prove";
import { verifyFile } from "@/lib/verification/verify-file";
import { readSequence } from "./progress";
import { byId, byUuid, readRecords, type RecordSelection } from "./read-records";
import type { FileRecord } from "./record";
import type { FileWire, linkAnswer } from "./schema";
import { mayLearnLink, viewOf, type View, type Viewer } from "./viewer";
import { toFileWire } from "./wire";

interface Found {
  file: FileRecord;
  view: View;
  viewer: Viewer;
}

/** `GET /file/validate/file_id/{fileId}`: for requester and notified signers, by id. */
export async function showFileById(ctx: Ctx, actor: Actor, input: { fileId: number }): Promise<FileWire> {
  accountActor(actor);
  return showOwn(ctx, actor, toId(input.fileId));
}

/** `GET /file/validate/uuid/{uuid}`: like by id for participants, and a reduced view for everybody else. */
export async function showFileByUuid(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<FileWire> {
  return render(ctx, actor, await find(ctx, actor, byUuid, { uuid: toUuid(input.uuid) }));
}

/**
 * Like `showFileByUuid`, for a page that polls for changes, with the number of the newest event before the file was
 * read.
 */
export async function showFileToWatch(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string },
): Promise<{ file: FileWire; sequence: number }> {
  const sequence = await readSequence(ctx, toUuid(input.uuid));
  return { file: await showFileByUuid(ctx, actor, input), sequence };
}

/** The file object for a participant after their change. */
export async function showOwn(ctx: Ctx, actor: Actor, fileId: number): Promise<FileWire> {
  const found = await find(ctx, actor, byId, { id: fileId });
  if (found.view.role === "stranger") throw new DomainError("not_found");
  return render(ctx, actor, found);
}

/**
 * `GET /envelopes/{uuid}`: an envelope with its files, for those who take part. Throws `not_found`, also for a
 * document.
 */
export async function showEnvelope(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<FileWire> {
  const found = await find(ctx, actor, byUuid, { uuid: toUuid(input.uuid) });
  if (found.view.role === "stranger" || found.file.kind !== "envelope") throw new DomainError("not_found");
  return render(ctx, actor, found);
}

/**
 * `GET /sign/uuid/{u}`: the document as this signer sees it. Only writes a de-duplicated `link.opened`. Throws
 * `not_found`, `not_the_signer` in another account's session, `link_withdrawn`, `link_expired`, `rate_limited`.
 */
export async function openLink(ctx: Ctx, actor: Actor, input: { u: string }): Promise<z.infer<typeof linkAnswer>> {
  const { signRequest, file } = await getByLink(ctx, actor, input.u);
  await noteOpened(ctx, actor, { signRequest, file });
  const shown = await showToLink(ctx, actor, file.id, {
    signRequestId: signRequest.id,
    signRequestUuid: input.u.toLowerCase(),
  });
  const [account] = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.email, signRequest.email));
  const { appearance } = optionsOf(file, await readSettings(ctx));
  const name = signerName({ signRequest: await withName(ctx, signRequest) });
  return {
    ...shown,
    accountExists: account !== undefined,
    preparation: file.preparation,
    look: lookOf(appearance, await readAppearanceBrand(ctx, appearance), name),
  };
}

/** The file object for the holder of a sign link. The caller has checked the link. */
export async function showToLink(
  ctx: Ctx,
  actor: Actor,
  fileId: number,
  link: { signRequestId: number; signRequestUuid: string },
): Promise<FileWire> {
  const {
    file,
    viewer: { account, hasSigningKey },
  } = await read(ctx, actor, byId, { id: fileId });
  const viewer: Viewer = { kind: "link", ...link, account, hasSigningKey };
  const view = viewOf(viewer, file);
  if (view?.role !== "signer") throw new DomainError("not_found");
  return {
    ...toFileWire(await withVerdicts(ctx, file), view, {
      publicUrl: ctx.publicUrl,
      viewer,
      ownLink: link.signRequestUuid,
    }),
    ...(await storedOf(ctx, file)),
  };
}

async function find(
  ctx: Ctx,
  actor: Actor,
  selection: RecordSelection,
  values: Record<string, unknown>,
): Promise<Found> {
  const { file, viewer } = await read(ctx, actor, selection, values);
  const view = viewOf(viewer, file);
  if (!view) throw new DomainError("not_found");
  return { file, view, viewer };
}

async function read(
  ctx: Ctx,
  actor: Actor,
  selection: RecordSelection,
  values: Record<string, unknown>,
): Promise<Omit<Found, "view">> {
  const accountId = actor.kind === "account" ? actor.account.id : 0;
  const {
    files: [file],
    hasSigningKey,
  } = await readRecords(ctx, selection, { ...values, accountId });
  if (!file) throw new DomainError("not_found");
  return { file, viewer: viewerOf(actor, hasSigningKey) };
}

async function render(ctx: Ctx, actor: Actor, { file, view, viewer }: Found): Promise<FileWire> {
  const links = await readOwnLinks(ctx, actor, [view]);
  const wire = toFileWire(await withVerdicts(ctx, file), view, {
    publicUrl: ctx.publicUrl,
    viewer,
    ownLink: ownLinkOf(view, links),
  });
  return view.role === "stranger" ? wire : { ...wire, ...(await storedOf(ctx, file)) };
}

/** Content that was deleted on purpose is not reported as missing. */
async function storedOf(ctx: Ctx, file: FileRecord): Promise<Pick<FileWire, "stored">> {
  return file.contentDeletedAt === null ? { stored: await readStoredState(ctx, file) } : {};
}

export function viewerOf(actor: Actor, hasSigningKey: boolean): Viewer {
  if (actor.kind === "guest")
    return { kind: "guest", signRequestId: actor.signRequestId, account: null, hasSigningKey: false };
  if (actor.kind !== "account") return { kind: "public", account: null, hasSigningKey: false };
  return { kind: "account", account: actor.account, hasSigningKey };
}

/**
 * The sign links of the viewer's own entries, by sign-request id; reads nothing when there are none.
 */
export async function readOwnLinks(ctx: Ctx, actor: Actor, views: readonly View[]): Promise<Map<number, string>> {
  if (!mayLearnLinks(actor)) return new Map();
  const ids = views.flatMap(({ me }) => (me && mayLearnLink(me) ? [me.id] : []));
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: signRequests.id, linkSealed: signRequests.linkSealed })
    .from(signRequests)
    .where(inArray(signRequests.id, ids));
  return new Map(rows.map((row) => [row.id, revealLink(ctx, row.linkSealed)]));
}

export function ownLinkOf(view: View, links: ReadonlyMap<number, string>): string | null {
  return view.me ? (links.get(view.me.id) ?? null) : null;
}

/**
 * The file with each signature's verdict for the current version, not for the version it was made in: a later signature
 * makes an earlier one "intact_later_allowed". Missing or altered bytes make every signature "invalid".
 */
async function withVerdicts(ctx: Ctx, file: FileRecord): Promise<FileRecord> {
  // Those of an envelope are in each of its files.
  if (file.kind === "envelope" || file.contentDeletedAt !== null || !file.signers.some((signer) => signer.signature))
    return file;
  const found = await findByField(ctx, file);
  if (!found) return file;
  return {
    ...file,
    signers: file.signers.map((signer) =>
      signer.signature
        ? {
            ...signer,
            signature: { ...signer.signature, ...(found.get(signer.signature.fieldName) ?? { verdict: "invalid" }) },
          }
        : signer,
    ),
  };
}

/** The level too: a document timestamp raises the level of every signature before it. */
type CurrentVerdict = Pick<SignatureFacts, "verdict"> & Partial<Pick<SignatureFacts, "level">>;

/** Null when it cannot be determined now: the stored verdicts are used. */
async function findByField(ctx: Ctx, file: FileRecord): Promise<ReadonlyMap<string, CurrentVerdict> | null> {
  try {
    const report = await verifyFile(ctx, file);
    return new Map(
      report.signatures.map(({ field, verdict, level }) => [
        field,
        { verdict, ...(level && verdict !== "unsupported" ? { level } : {}) },
      ]),
    );
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.code === "integrity_error" && blobProblemOf(error.cause) !== "unreadable" ? new Map() : null;
  }
}
