import { sql } from "drizzle-orm";
import { elements, type Element, type File } from "@/db/schema/files";
import { assertMayRequest, provedActor } from "@/lib/accounts/actor";
import { assertStillActing } from "@/lib/accounts/still-acting";
import { getOwnFile, lockOwnFile } from "@/lib/documents/access";
import { contentOf, describeElement } from "@/lib/documents/fields/add";
import { assertDrawable, assertFits, type ElementContent } from "@/lib/documents/fields/rules";
import type { SignerElement } from "@/lib/documents/fields/schema";
import { discardIngested, ingestUpload, type IngestedFile } from "@/lib/documents/ingest-upload";
import { assertDraft } from "@/lib/documents/status";
import { insertDraft } from "@/lib/documents/upload";
import { decodePdfBase64 } from "@/lib/platform/base64";
import type { BlobBytes } from "@/lib/platform/blobs/blob-store";
import type { AccountActor, Actor, Ctx } from "@/lib/platform/context";
import { invalid, memberName } from "@/lib/platform/errors";
import { markDone } from "@/lib/platform/idempotency/keys";
import { toId } from "@/lib/platform/ids";
import { atMember } from "@/lib/platform/outbound/outbound";
import { readSettings, type Settings } from "@/lib/platform/settings/read";
import { appendAuditEvent, appendAuditEvents } from "@/lib/records/audit/append";
import { Personal, type NewAuditEvent } from "@/lib/records/audit/events";
import { addCallback, type Callback } from "@/lib/records/events/add-callback";
import { readExpiry } from "./change-expiry";
import { planFor } from "./change-signers";
import { changeFacts } from "./edit-draft";
import { readFileState, type FileState } from "./file-state";
import { applySignerPlan, type SignerPlan } from "./plan-signers";
import { prepareFile, type PreparedFile, type SignerToPrepare } from "./prepare";
import { readCallback, withSecret, type MadeRequest } from "./read-callback";
import { readSigners, usersIn, type WantedSigner } from "./read-signers";
import { commitRelease } from "./release";
import type { FileSource, NewRequest, NewSignerInput } from "./schema";

/**
 * `POST /request-signature`: creates a document with its signers and fields and, with status 1, releases it, all or nothing. Throws
 * `forbidden`, `email_unproved` (a document by URL or a callback), `validation_failed`, `base64_invalid`, `url_not_allowed`,
 * `url_unreachable`, and what `ingestUpload`, `planElements`, `prepareFile` and `createFromUpload` throw; nothing is stored then. A
 * document URL is fetched last, after everything else has been validated.
 */
export async function createSignRequests(ctx: Ctx, actor: Actor, input: NewRequest): Promise<MadeRequest> {
  const acting = assertMayRequest(actor);
  const users = usersIn(input);
  if (users === undefined) throw invalid("/users", "required", "users is required");
  const settings = await readSettings(ctx);
  const wanted = readSigners(ctx, users, { settings, mayNameById: false });
  const expiresAt = input.expiresAt === undefined ? null : readExpiry(input.expiresAt, await ctx.now());
  const source = sourceOf(input.file);
  // Without a proved address an account cannot make this server call other hosts.
  if (source.kind === "url") provedActor(acting);
  const callback = await readCallback(ctx, acting, input);
  const isReleased = input.status === 1;
  if (source.kind === "fileId")
    return createFromUpload(ctx, acting, {
      fileId: source.fileId,
      name: input.name,
      expiresAt: input.expiresAt,
      users,
      wanted,
      settings,
      isReleased,
      callback,
    });

  const ingested = await atMember("/file/url", () =>
    ingestUpload(ctx, acting.account, bytesOf(ctx, acting, source), ctx.limits.pdfInJsonBytes),
  );
  const plan = await planFor(ctx, [], wanted, settings);
  return store(ctx, acting, {
    ingested,
    fetchedFrom: source.kind === "url" ? new URL(source.url).host : null,
    users,
    plan,
    name: input.name,
    expiresAt,
    isReleased,
    callback,
  });
}

interface ToStore {
  ingested: IngestedFile;
  /** The host the document was fetched from, or null if it came with the request. */
  fetchedFrom: string | null;
  users: readonly NewSignerInput[];
  plan: SignerPlan;
  name: string;
  expiresAt: Date | null;
  isReleased: boolean;
  callback: Callback | null;
}

async function store(
  ctx: Ctx,
  actor: AccountActor,
  { ingested, fetchedFrom, users, plan, name, expiresAt, isReleased, callback }: ToStore,
): Promise<MadeRequest> {
  const stored = [...ingested.segments];
  try {
    const planned = await planElements(ctx, ingested, users, plan);
    const prepared = isReleased ? await prepare(ctx, ingested, withElements(plan, planned)) : null;
    stored.push(...(prepared?.segments ?? []));
    const made = await ctx.tx(async (tx) => {
      // Ingesting a document can take seconds, and a deliberately slow server can stretch a download further.
      await assertStillActing(tx, actor);
      const file = await insertDraft(tx, actor, ingested, { name, expiresAt });
      if (fetchedFrom !== null)
        await appendAuditEvent(tx, actor, file.id, { type: "file.fetched", data: { host: new Personal(fetchedFrom) } });
      await applySignerPlan(tx, actor, file, plan);
      await insertPlannedElements(tx, actor, file.id, planned);
      if (prepared) await commitRelease(tx, actor, file, prepared);
      const secret = callback ? await addCallback(tx, file, callback) : undefined;
      await markDone(tx, { fileId: file.id }, secret);
      return withSecret(file.id, secret);
    });
    ctx.wakeOutbox();
    return made;
  } catch (error) {
    await discardIngested(ctx, { uuid: ingested.uuid, segments: stored });
    throw error;
  }
}

function prepare(ctx: Ctx, ingested: IngestedFile, signers: readonly SignerToPrepare[]): Promise<PreparedFile> {
  const base = ingested.segments.filter((segment) => segment.role === "content");
  return prepareFile(ctx, { uuid: ingested.uuid, base, signers });
}

type Source = { kind: "base64"; base64: string } | { kind: "url"; url: string } | { kind: "fileId"; fileId: number };

/** Streamed: neither a decoded nor a fetched document is ever held in memory as a whole. */
function bytesOf(ctx: Ctx, { account }: AccountActor, source: Exclude<Source, { kind: "fileId" }>): BlobBytes {
  const maxBytes = ctx.limits.pdfInJsonBytes;
  return source.kind === "base64"
    ? decodePdfBase64(source.base64, maxBytes)
    : ctx.outbound.download(source.url, { maxBytes, signal: ctx.request?.left, account: account.id });
}

function sourceOf(file: FileSource): Source {
  const given = [file.base64, file.url, file.fileId].filter((source) => source !== undefined);
  if (given.length !== 1)
    throw invalid(
      "/file",
      given.length === 0 ? "required" : "ambiguous",
      "file needs exactly one of base64, url and fileId",
    );
  if (file.url !== undefined) return { kind: "url", url: file.url };
  return file.base64 !== undefined
    ? { kind: "base64", base64: file.base64 }
    : { kind: "fileId", fileId: file.fileId ?? 0 };
}

interface UploadToUse {
  fileId: number;
  name: string;
  expiresAt: string | undefined;
  users: readonly NewSignerInput[];
  wanted: readonly WantedSigner[];
  settings: Settings;
  isReleased: boolean;
  callback: Callback | null;
}

/**
 * Turns the caller's upload from `POST /file` into a request: name, expiry, signers with their fields and, with `isReleased`, the release,
 * all or nothing. Only one of two concurrent calls succeeds. Throws `validation_failed` when the upload already has signers,
 * `file_not_draft`, `not_found`, `forbidden`, and what `planElements` and `prepareFile` throw.
 */
async function createFromUpload(
  ctx: Ctx,
  actor: AccountActor,
  { fileId, users, wanted, settings, isReleased, callback, ...facts }: UploadToUse,
): Promise<MadeRequest> {
  const ref = { id: toId(fileId) };
  const { file, base } = assertUnused(await readFileState(ctx, await getOwnFile(ctx, actor, ref)));
  const plan = await planFor(ctx, [], wanted, settings);
  const planned = await planElements(ctx, file, users, plan);
  const prepared = isReleased
    ? await prepareFile(ctx, { uuid: file.uuid, base, signers: withElements(plan, planned) })
    : null;
  const made = await ctx.tx(async (tx) => {
    await assertStillActing(tx, actor);
    const current = assertUnused(await readFileState(tx, await lockOwnFile(tx, actor, ref)));
    const changed = await changeFacts(tx, actor, current.file, facts);
    await applySignerPlan(tx, actor, changed, plan);
    await insertPlannedElements(tx, actor, file.id, planned);
    if (prepared) await commitRelease(tx, actor, changed, prepared);
    const secret = callback ? await addCallback(tx, changed, callback) : undefined;
    await markDone(tx, { fileId: file.id }, secret);
    return withSecret(file.id, secret);
  });
  ctx.wakeOutbox();
  return made;
}

/** An upload becomes a request once. Existing signers and fields are changed by PATCH, never replaced by another request. */
function assertUnused(state: FileState): FileState {
  assertDraft(state.file.status);
  if (state.signers.length > 0)
    throw invalid(
      "/file/fileId",
      "in_use",
      "file.fileId names a document that belongs to a request already; change that one",
    );
  return state;
}

/** A field whose id is assigned before its row exists, because the name of the PDF field contains the id. */
type PlannedElement = ElementContent & Pick<Element, "id">;

/**
 * The fields that a new request gives with its signers, validated against the document and with ids reserved. `plan.added` holds the
 * signers in the order of `users`. Throws `page_out_of_range`, `element_outside_page`, `signed_file_one_element`, `glyph_missing`,
 * `validation_failed`.
 */
async function planElements(
  ctx: Ctx,
  file: Pick<File, "pages" | "alreadySigned">,
  users: readonly { visibleElements?: SignerElement[] | undefined }[],
  plan: SignerPlan,
): Promise<PlannedElement[]> {
  const named = users.flatMap(({ visibleElements = [] }, user) =>
    visibleElements.map((element, at) => ({ element, user, pointer: `/users/${user}/visibleElements/${at}` })),
  );
  const contents: ElementContent[] = [];
  for (const { element, user, pointer } of named) {
    const signer = plan.added[user];
    if (!signer) throw new Error("a new request adds every signer it names");
    const content = contentOf(file.pages, element, signer.id, pointer);
    assertFits(ctx, file, content, contents, pointer);
    contents.push(content);
  }
  await assertDrawable(
    ctx,
    named.flatMap(({ element: { value }, pointer }) =>
      value ? [{ text: value, pointer: `${pointer}/value`, subject: memberName(`${pointer}/value`) }] : [],
    ),
  );
  const ids = await reserveElementIds(ctx, contents.length);
  return contents.map((content, index) => ({ id: ids[index] ?? 0, ...content }));
}

/** The planned signers with their planned fields, in the form a preparation takes. */
function withElements(plan: SignerPlan, planned: readonly PlannedElement[]): SignerToPrepare[] {
  return plan.added.map(({ id, displayName }) => ({
    id,
    displayName,
    elements: planned.filter((element) => element.signRequestId === id),
  }));
}

/** Runs in the transaction that created the file and its signers. */
async function insertPlannedElements(
  ctx: Ctx,
  actor: Actor,
  fileId: number,
  planned: readonly PlannedElement[],
): Promise<void> {
  if (planned.length === 0) return;
  const rows = await ctx.db
    .insert(elements)
    .values(planned.map((element) => ({ fileId, ...element })))
    .returning();
  const events = rows.map((element): NewAuditEvent => ({ type: "element.created", data: describeElement(element) }));
  const [first, ...others] = events;
  if (first) await appendAuditEvents(ctx, actor, fileId, [first, ...others]);
}

async function reserveElementIds(ctx: Ctx, count: number): Promise<number[]> {
  if (count === 0) return [];
  const result = await ctx.db.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence('elements', 'id')) as id from generate_series(1, ${count}::int)`,
  );
  return result.rows.map((row) => Number(row.id));
}
