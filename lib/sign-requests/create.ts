import { assertMayRequest } from "@/lib/accounts/actor";
import { appendAuditEvent } from "@/lib/audit/append";
import { Personal } from "@/lib/audit/events";
import type { BlobBytes } from "@/lib/blobs/blob-store";
import type { AccountActor, Actor, Ctx } from "@/lib/context";
import { invalid } from "@/lib/errors";
import { addCallback, type Callback } from "@/lib/events/add-callback";
import { decodePdfBase64 } from "@/lib/files/base64";
import { discardIngested, ingestUpload, type IngestedFile } from "@/lib/files/ingest-upload";
import { insertDraft } from "@/lib/files/insert-draft";
import { markDone } from "@/lib/idempotency/mark-done";
import { atMember } from "@/lib/outbound/at-member";
import { readSettings, type Settings } from "@/lib/settings/read";
import { applySignerPlan } from "./apply-plan";
import { planFor } from "./change-signers";
import { commitRelease } from "./commit-release";
import { createFromUpload } from "./create-from-upload";
import { readExpiry } from "./expiry-date";
import { insertPlannedElements, planElements, withElements } from "./plan-elements";
import type { SignerPlan } from "./plan-signers";
import { prepareFile, type PreparedFile, type SignerToPrepare } from "./prepare";
import { readCallback, withSecret, type MadeRequest } from "./read-callback";
import { readSigners, usersIn } from "./read-signers";
import type { FileSource, NewRequest, NewSignerInput } from "./schema";

/**
 * `POST /request-signature`: a document, its signers with their fields, and with status 1 its release, all or nothing. Throws `forbidden`,
 * `validation_failed`, `base64_invalid`, `url_not_allowed`, `url_unreachable`, and what `ingestUpload`, `planElements`, `prepareFile` and
 * `createFromUpload` throw; nothing is stored then. A document is fetched last of all, when nothing else is wrong.
 */
export async function createSignRequests(ctx: Ctx, actor: Actor, input: NewRequest): Promise<MadeRequest> {
  const acting = assertMayRequest(actor);
  const users = usersIn(input);
  if (users === undefined) throw invalid("/users", "required", "users is required");
  const settings = await readSettings(ctx);
  const wanted = readSigners(ctx, users, { settings, mayNameById: false });
  const expiresAt = input.expiresAt === undefined ? null : readExpiry(input.expiresAt, await ctx.now());
  const source = sourceOf(input.file);
  const callback = await readCallback(ctx, acting.account.id, input);
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
    settings,
    name: input.name,
    expiresAt,
    isReleased,
    callback,
  });
}

interface ToStore {
  ingested: IngestedFile;
  /** Host that the document was fetched from, null where it came with the request. */
  fetchedFrom: string | null;
  users: readonly NewSignerInput[];
  plan: SignerPlan;
  settings: Settings;
  name: string;
  expiresAt: Date | null;
  isReleased: boolean;
  callback: Callback | null;
}

async function store(
  ctx: Ctx,
  actor: AccountActor,
  { ingested, fetchedFrom, users, plan, settings, name, expiresAt, isReleased, callback }: ToStore,
): Promise<MadeRequest> {
  const stored = [...ingested.segments];
  try {
    const planned = await planElements(ctx, ingested, users, plan);
    const prepared = isReleased ? await prepare(ctx, ingested, withElements(plan, planned)) : null;
    stored.push(...(prepared?.segments ?? []));
    const made = await ctx.tx(async (tx) => {
      const file = await insertDraft(tx, actor, ingested, { name, expiresAt });
      if (fetchedFrom !== null)
        await appendAuditEvent(tx, actor, file.id, { type: "file.fetched", data: { host: new Personal(fetchedFrom) } });
      await applySignerPlan(tx, actor, file, plan, settings.identifyMethods);
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

/** As they are read: neither a decoded document nor a fetched one is ever whole in memory. */
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
