import { assertMayRequest } from "@/lib/accounts/actor";
import type { AccountActor, Actor, Ctx } from "@/lib/context";
import { DomainError, invalid } from "@/lib/errors";
import { getOwnFile } from "@/lib/files/access";
import { decodePdfBase64 } from "@/lib/files/base64";
import { toId } from "@/lib/files/identifiers";
import { discardIngested, ingestUpload, type IngestedFile } from "@/lib/files/ingest-upload";
import { insertDraft } from "@/lib/files/insert-draft";
import { assertDraft } from "@/lib/files/status";
import { readSettings, type Settings } from "@/lib/settings/read";
import { applySignerPlan } from "./apply-plan";
import { planFor } from "./change-signers";
import { commitRelease } from "./commit-release";
import { readExpiry } from "./expiry-date";
import type { SignerPlan } from "./plan-signers";
import { prepareFile, type PreparedFile } from "./prepare";
import { readSigners } from "./read-signers";
import type { FileSource, NewRequest, SignerInput } from "./schema";
import { updateRequest } from "./update";

/**
 * `POST /request-signature`: a document, its signers, and with status 1 its release, all or nothing. Throws `forbidden`,
 * `validation_failed`, `base64_invalid`, `url_not_allowed`, and what `ingestUpload` and `prepareFile` throw; nothing is stored then.
 */
export async function createSignRequests(ctx: Ctx, actor: Actor, input: NewRequest): Promise<{ fileId: number }> {
  const acting = assertMayRequest(actor);
  if (input.callback !== undefined) throw invalid("/callback", "not_available", "callback is not available here yet");
  const users = usersOf(input);
  const settings = await readSettings(ctx);
  const wanted = readSigners(users, { settings, maxSigners: ctx.limits.signersPerFile, mayNameById: false });
  const expiresAt = input.expiresAt === undefined ? null : readExpiry(input.expiresAt, await ctx.now());
  const source = sourceOf(input.file);
  if (source.kind === "fileId") return useDraft(ctx, acting, source.fileId, input, users);

  const bytes = decodePdfBase64(source.base64, ctx.limits.pdfInJsonBytes);
  const ingested = await ingestUpload(ctx, bytes, ctx.limits.pdfInJsonBytes);
  const plan = await planFor(ctx, [], wanted, settings);
  return store(ctx, acting, { ingested, plan, settings, name: input.name, expiresAt, isReleased: input.status === 1 });
}

interface ToStore {
  ingested: IngestedFile;
  plan: SignerPlan;
  settings: Settings;
  name: string;
  expiresAt: Date | null;
  isReleased: boolean;
}

async function store(ctx: Ctx, actor: AccountActor, { ingested, plan, settings, name, expiresAt, isReleased }: ToStore): Promise<{ fileId: number }> {
  const stored = [...ingested.segments];
  try {
    const prepared = isReleased ? await prepare(ctx, ingested, plan) : null;
    stored.push(...(prepared?.segments ?? []));
    const fileId = await ctx.tx(async (tx) => {
      const file = await insertDraft(tx, actor, ingested, { name, expiresAt });
      await applySignerPlan(tx, actor, file, plan, settings.identifyMethods);
      if (prepared) await commitRelease(tx, actor, file, prepared);
      return file.id;
    });
    ctx.wakeOutbox();
    return { fileId };
  } catch (error) {
    await discardIngested(ctx, { uuid: ingested.uuid, segments: stored });
    throw error;
  }
}

function prepare(ctx: Ctx, ingested: IngestedFile, plan: SignerPlan): Promise<PreparedFile> {
  const base = ingested.segments.filter((segment) => segment.role === "content");
  return prepareFile(ctx, { uuid: ingested.uuid, base, signers: plan.added.map(({ id, displayName }) => ({ id, displayName, elements: [] })) });
}

/** One's own upload from `POST /file` takes name, signers and state from the request. Somebody else's is `not_found`. */
async function useDraft(ctx: Ctx, actor: AccountActor, fileId: number, input: NewRequest, users: SignerInput[]): Promise<{ fileId: number }> {
  const file = await getOwnFile(ctx, actor, { id: toId(fileId) });
  assertDraft(file.status);
  const { name, status, expiresAt } = input;
  return updateRequest(ctx, actor, { file: { fileId }, name, users, ...(status === undefined ? {} : { status }), ...(expiresAt === undefined ? {} : { expiresAt }) });
}

function usersOf(input: Pick<NewRequest, "users" | "signers">): SignerInput[] {
  const users = input.users ?? input.signers;
  if (users === undefined) throw invalid("/users", "required", "users is required");
  if (users.length === 0) throw invalid("/users", "too_few", "users needs at least 1 items");
  return users;
}

type Source = { kind: "base64"; base64: string } | { kind: "fileId"; fileId: number };

function sourceOf(file: FileSource): Source {
  const given = [file.base64, file.url, file.fileId].filter((source) => source !== undefined);
  if (given.length !== 1) throw invalid("/file", given.length === 0 ? "required" : "ambiguous", "file needs exactly one of base64, url and fileId");
  if (file.url !== undefined) throw new DomainError("url_not_allowed", { detail: "Documents by URL are not available here yet; send base64 or a fileId." });
  return file.base64 !== undefined ? { kind: "base64", base64: file.base64 } : { kind: "fileId", fileId: file.fileId ?? 0 };
}
