import { sql } from "drizzle-orm";
import { fields, type Field, type File, type ReminderPlan } from "@/db/schema/files";
import type { SignatureOptionsChange } from "@/db/schema/signature-options";
import { assertMayRequest, provedActor } from "@/lib/accounts/actor";
import { assertValidCredentialAtEnd } from "@/lib/accounts/valid-credential";
import type { AccountActor, Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { readPlan, readSettings, type Settings } from "@/lib/context/settings/read";
import type { RemindersInput } from "@/lib/context/settings/schema";
import { getOwnFile, lockOwnFile } from "@/lib/documents/access";
import { contentOf, describeField } from "@/lib/documents/fields/add";
import { makePatternBudget, nothingTaken, type Taken } from "@/lib/documents/fields/budget";
import { assertConditions, type JudgedField } from "@/lib/documents/fields/conditions";
import type { FieldContent } from "@/lib/documents/fields/field-content";
import { assertDrawable, assertFits, noFieldsFor, textOf, type TextToDraw } from "@/lib/documents/fields/rules";
import type { SignerField } from "@/lib/documents/fields/schema";
import { assertOptionsDrawable } from "@/lib/documents/fields/signature-appearance";
import { takeStorage } from "@/lib/documents/storage-left";
import { discardIngested, ingestUpload, type IngestedFile } from "@/lib/documents/upload/ingest-upload";
import { insertDraft } from "@/lib/documents/upload/upload";
import { invalid } from "@/lib/platform/errors";
import { toId } from "@/lib/platform/ids";
import { atMember } from "@/lib/platform/outbound";
import { appendAuditEvent, appendAuditEvents } from "@/lib/records/audit/append";
import { Personal, type NewAuditEvent } from "@/lib/records/audit/events";
import { addCallback, type Callback } from "@/lib/records/events/add-callback";
import { planFor } from "./change-signers";
import { changeFacts } from "./edit-draft";
import { readExpiry } from "./expiry";
import { prepareRequest, type PreparedPdf, type SignerToPrepare } from "./prepare";
import { readCallback, withSecret, type MadeRequest } from "./read-callback";
import { commitRelease, toPrepare } from "./release";
import { applySignerPlan, sizeOfAdded, type SignerPlan } from "./signers/plan-signers";
import { readSigners, usersIn, type WantedSigner } from "./signers/read-signers";
import { readFileState, type FileState } from "./state/file-state";
import type { NewRequest, NewSignerInput } from "./state/schema";
import { assertUnused, bytesOf, sentFileOf, sourceOf } from "./state/take-source";
import { assertTemplateStays, countUse } from "./templates/access";

/**
 * `POST /request-signature`: creates a document with its signers and fields and, with status 1, releases it, all or
 * nothing. Throws `forbidden`, `email_unproved` (a document by URL or a callback), `validation_failed`,
 * `base64_invalid`, `url_not_allowed`, `url_unreachable`, and what `ingestUpload`, `planElements`, `prepareFile` and
 * `createFromUpload` throw; nothing is stored then. A document URL is fetched last, after everything else has been
 * validated.
 */
export async function createDocument(ctx: Ctx, actor: Actor, input: NewRequest): Promise<MadeRequest> {
  const acting = assertMayRequest(actor);
  const users = usersIn(input);
  if (users === undefined) throw invalid("/users", "required", "users is required");
  const settings = await readSettings(ctx);
  const wanted = readSigners(ctx, users, { settings, mayNameById: false });
  await assertOptionsDrawable(ctx, input.signatureOptions, "/signatureOptions");
  const expiresAt = input.expiresAt === undefined ? null : readExpiry(input.expiresAt, await ctx.now());
  const reminders = input.reminders ? readPlan(ctx, input.reminders, settings.reminders) : null;
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
      reminders: input.reminders,
      allowDelegation: input.allowDelegation,
      signatureOptions: input.signatureOptions,
      users,
      wanted,
      settings,
      isReleased,
      callback,
    });

  const ingested = await atMember("/file/url", () =>
    ingestUpload(ctx, acting.account, bytesOf(ctx, acting, source), ctx.limits.pdfInJsonBytes, sentFileOf(source)),
  );
  const plan = await planFor(ctx, [], wanted, settings);
  return storeRequest(ctx, acting, {
    ingested,
    fetchedFrom: source.kind === "url" ? new URL(source.url).host : null,
    users,
    plan,
    name: input.name,
    expiresAt,
    reminders,
    allowDelegation: input.allowDelegation ?? false,
    signatureOptions: input.signatureOptions,
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
  reminders: ReminderPlan | null;
  allowDelegation?: boolean;
  signatureOptions?: SignatureOptionsChange | null | undefined;
  isReleased: boolean;
  callback: Callback | null;
  /** The template that the request is made from. */
  template?: { id: number; version: number; versionId: number; readers: File["readers"] };
  bulk?: BulkPlace;
  /** The visitor of a direct link, who makes the request on behalf of the link's owner. */
  visitor?: LinkVisitor;
}

/** The row of a bulk send that a request is made for. */
export interface BulkPlace {
  bulkSendId: number;
  row: number;
  /** Runs first in the transaction that creates the request: takes the row, or throws. */
  claim(tx: Ctx): Promise<void>;
  /** Runs in the same transaction, when the file has its id. */
  note(tx: Ctx, fileId: number): Promise<void>;
}

/**
 * A visitor who proved an address at a direct link. They act as a member of the public, and the document belongs to
 * the link's owner.
 */
export interface LinkVisitor {
  linkId: number;
  email: string;
  /** The addresses of other people that the visitor entered. */
  named: readonly string[];
  /** Runs first in the transaction, in place of the credential check. Throws if the link may not be used. */
  claim(tx: Ctx): Promise<void>;
  /** Runs last in the transaction. */
  enter(tx: Ctx, file: File): Promise<void>;
}

const visiting: Actor = { kind: "public" };

/**
 * Stores a new request with its ingested document. With `isReleased` it is also prepared and released, all or nothing.
 */
export async function storeRequest(
  ctx: Ctx,
  actor: AccountActor,
  {
    ingested,
    fetchedFrom,
    users,
    plan,
    name,
    expiresAt,
    reminders,
    allowDelegation,
    signatureOptions = null,
    isReleased,
    callback,
    template,
    bulk,
    visitor,
  }: ToStore,
): Promise<MadeRequest> {
  const by = visitor ? visiting : actor;
  const stored = [...ingested.segments];
  try {
    const planned = await planFields(ctx, ingested, users, plan);
    const prepared = isReleased
      ? await prepare(ctx, ingested, { name, signatureOptions }, withFields(plan, planned))
      : null;
    stored.push(...(prepared ?? []).flatMap(({ segments }) => segments));
    const made = await ctx.tx(async (tx) => {
      // Ingesting a document can take seconds, and a deliberately slow server can stretch a download further.
      if (visitor) await visitor.claim(tx);
      else await assertValidCredentialAtEnd(tx, actor);
      if (template) await assertTemplateStays(tx, template.id);
      await bulk?.claim(tx);
      const file = await insertDraft(
        tx,
        actor,
        ingested,
        {
          name,
          expiresAt,
          reminders,
          allowDelegation: allowDelegation ?? false,
          signatureOptions,
          templateVersionId: template?.versionId ?? null,
          directLinkId: visitor?.linkId ?? null,
          readers: template?.readers ?? null,
        },
        template && {
          template: template.id,
          templateVersion: template.version,
          ...(bulk ? { bulkSend: bulk.bulkSendId, row: bulk.row } : {}),
          ...(visitor ? { directLink: visitor.linkId } : {}),
        },
        by,
      );
      await bulk?.note(tx, file.id);
      if (fetchedFrom !== null)
        await appendAuditEvent(tx, by, file.id, { type: "file.fetched", data: { host: new Personal(fetchedFrom) } });
      await applySignerPlan(tx, by, file, plan);
      await insertPlannedFields(tx, by, file.id, planned);
      const released = prepared
        ? await commitRelease(tx, by, file, prepared, { sender: actor.account, visitor: visitor ?? null })
        : file;
      const secret = callback ? await addCallback(tx, file, callback) : undefined;
      if (template) await countUse(tx, template.id);
      if (visitor) await visitor.enter(tx, released);
      else await markDone(tx, { fileId: file.id }, secret);
      return withSecret(file.id, secret);
    });
    ctx.wakeOutbox();
    return made;
  } catch (error) {
    await discardIngested(ctx, { uuid: ingested.uuid, segments: stored });
    throw error;
  }
}

function prepare(
  ctx: Ctx,
  { uuid, alreadySigned, segments }: IngestedFile,
  { name, signatureOptions }: Pick<File, "name" | "signatureOptions">,
  signers: readonly SignerToPrepare[],
): Promise<PreparedPdf[]> {
  const base = segments.filter((segment) => segment.role === "content");
  return prepareRequest(ctx, {
    signers,
    signatureOptions,
    preparation: 0,
    pdfs: [{ id: null, uuid, name, alreadySigned, base }],
  });
}

interface UploadToUse {
  fileId: number;
  name: string;
  expiresAt: string | undefined;
  reminders: RemindersInput | undefined;
  allowDelegation: boolean | undefined;
  signatureOptions: SignatureOptionsChange | null | undefined;
  users: readonly NewSignerInput[];
  wanted: readonly WantedSigner[];
  settings: Settings;
  isReleased: boolean;
  callback: Callback | null;
}

/**
 * Turns the caller's upload from `POST /file` into a request: name, expiry, signers with their fields and, with
 * `isReleased`, the release, all or nothing. Only one of two concurrent calls succeeds. Throws `validation_failed` when
 * the upload already has signers, `file_not_draft`, `not_found`, `forbidden`, `quota_exceeded`, `storage_full`, and
 * what `planElements` and `prepareFile` throw.
 */
async function createFromUpload(
  ctx: Ctx,
  actor: AccountActor,
  { fileId, users, wanted, settings, isReleased, callback, ...facts }: UploadToUse,
): Promise<MadeRequest> {
  const ref = { id: toId(fileId) };
  const state = assertUnused(await readFileState(ctx, await getOwnFile(ctx, actor, ref)));
  const { file } = state;
  const plan = await planFor(ctx, [], wanted, settings);
  const planned = await planFields(ctx, file, users, plan);
  const prepared = isReleased
    ? await prepareRequest(ctx, toPrepare(withNewOptions(state, facts), withFields(plan, planned)))
    : null;
  const made = await ctx.tx(async (tx) => {
    await assertValidCredentialAtEnd(tx, actor);
    const current = assertUnused(await readFileState(tx, await lockOwnFile(tx, actor, ref)));
    const changed = await changeFacts(tx, actor, current.file, facts);
    // At the end of the transaction the fields are counted as well.
    await takeStorage(tx, file.requesterId, sizeOfAdded(plan));
    await applySignerPlan(tx, actor, changed, plan);
    await insertPlannedFields(tx, actor, file.id, planned);
    if (prepared) await commitRelease(tx, actor, changed, prepared);
    const secret = callback ? await addCallback(tx, changed, callback) : undefined;
    await markDone(tx, { fileId: file.id }, secret);
    return withSecret(file.id, secret);
  });
  ctx.wakeOutbox();
  return made;
}

/** The upload with the options given in the same call. */
function withNewOptions(state: FileState, { signatureOptions }: Pick<UploadToUse, "signatureOptions">): FileState {
  return signatureOptions === undefined ? state : { ...state, file: { ...state.file, signatureOptions } };
}

/** A field whose id is assigned before its row exists, because the name of the PDF field contains the id. */
export type PlannedField = FieldContent & Pick<Field, "id">;

/**
 * The fields given with the signers of a new request or copy, validated against the document and with ids reserved.
 * `plan.added` holds the signers in the order of `users`, `placeOf` gives a field's position in the call, and
 * `elsewhere` is what the other files of the envelope use up. Throws `page_out_of_range`, `element_outside_page`,
 * `signed_file_one_element`, `glyph_missing`, `validation_failed`.
 */
export async function planFields(
  ctx: Ctx,
  file: Pick<File, "pages" | "alreadySigned">,
  users: readonly { visibleElements?: SignerField[] | undefined }[],
  plan: SignerPlan,
  placeOf: (user: number, at: number) => number = (_user, at) => at,
  { isCopy = false, elsewhere = nothingTaken }: { isCopy?: boolean; elsewhere?: Taken } = {},
): Promise<PlannedField[]> {
  const contents: FieldContent[] = [];
  const judged: JudgedField[] = [];
  const texts: TextToDraw[] = [];
  const patterns = makePatternBudget();
  for (const { field, user, pointer } of onTheirPages(file, users, placeOf)) {
    const signer = plan.added[user];
    if (!signer) throw new Error("a new request adds every signer it names");
    if (signer.role !== "signer") throw noFieldsFor(signer.role, pointer);
    const content = contentOf(file.pages, field, signer.id, pointer);
    patterns.take(content, pointer);
    assertFits(ctx, file, content, contents, pointer, elsewhere.fields);
    contents.push(content);
    judged.push({ content, pointer, scope: 0, step: signer.signingOrder });
    texts.push(...textOf(content, pointer));
  }
  // A copy of a draft may be as unfinished as the draft. It is checked at its release.
  if (!isCopy) assertConditions(judged, elsewhere.characters);
  await assertDrawable(ctx, texts);
  const ids = await reserveFieldIds(ctx, contents.length);
  return contents.map((content, index) => ({ id: ids[index] ?? 0, ...content }));
}

/** A generator, so that too many fields are refused before all copies are made: a small body may ask for millions. */
function* onTheirPages(
  file: Pick<File, "pages">,
  users: readonly { visibleElements?: SignerField[] | undefined }[],
  placeOf: (user: number, at: number) => number,
): Generator<{ field: SignerField; user: number; pointer: string }> {
  for (const [user, { visibleElements = [] }] of users.entries())
    for (const [at, repeated] of visibleElements.entries()) {
      const pointer = `/users/${user}/visibleElements/${placeOf(user, at)}`;
      for (const field of onEachPage(file, repeated)) yield { field, user, pointer };
    }
}

/** The field, or one copy for each page that it is repeated on. */
function onEachPage({ pages }: Pick<File, "pages">, { pages: wanted, ...field }: SignerField): SignerField[] {
  if (wanted === undefined) return [field];
  const numbers = wanted === "all" ? pages.map((_, index) => index + 1) : [...new Set(wanted)];
  return numbers.map((page) => ({ ...field, fit: "shrink", coordinates: { ...field.coordinates, page } }));
}

/** The planned signers with their planned fields, in the form a preparation takes. */
function withFields(plan: SignerPlan, planned: readonly PlannedField[]): SignerToPrepare[] {
  return plan.added.map(({ id, role, displayName, signingOrder }) => ({
    id,
    role,
    displayName,
    signingOrder,
    fields: planned.filter((field) => field.signRequestId === id),
  }));
}

/** Runs in the transaction that created the file and its signers. */
export async function insertPlannedFields(
  ctx: Ctx,
  actor: Actor,
  fileId: number,
  planned: readonly PlannedField[],
): Promise<void> {
  if (planned.length === 0) return;
  const rows = await ctx.db
    .insert(fields)
    .values(planned.map((field) => ({ fileId, ...field })))
    .returning();
  const events = rows.map((field): NewAuditEvent => ({ type: "element.created", data: describeField(field) }));
  const [first, ...others] = events;
  if (first) await appendAuditEvents(ctx, actor, fileId, [first, ...others]);
}

async function reserveFieldIds(ctx: Ctx, count: number): Promise<number[]> {
  if (count === 0) return [];
  const result = await ctx.db.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence('elements', 'id')) as id from generate_series(1, ${count}::int)`,
  );
  return result.rows.map((row) => Number(row.id));
}
