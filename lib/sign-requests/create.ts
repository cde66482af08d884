import { assertMayRequest } from "@/lib/accounts/actor";
import type { AccountActor, Actor, Ctx } from "@/lib/context";
import { DomainError, invalid } from "@/lib/errors";
import { decodePdfBase64 } from "@/lib/files/base64";
import { discardIngested, ingestUpload, type IngestedFile } from "@/lib/files/ingest-upload";
import { insertDraft } from "@/lib/files/insert-draft";
import { markDone } from "@/lib/idempotency/mark-done";
import { readSettings, type Settings } from "@/lib/settings/read";
import { applySignerPlan } from "./apply-plan";
import { planFor } from "./change-signers";
import { commitRelease } from "./commit-release";
import { createFromUpload } from "./create-from-upload";
import { readExpiry } from "./expiry-date";
import type { SignerPlan } from "./plan-signers";
import { prepareFile, type PreparedFile } from "./prepare";
import { readSigners, usersIn } from "./read-signers";
import type { FileSource, NewRequest } from "./schema";

/**
 * `POST /request-signature`: a document, its signers, and with status 1 its release, all or nothing. Throws `forbidden`,
 * `validation_failed`, `base64_invalid`, `url_not_allowed`, and what `ingestUpload`, `prepareFile` and `createFromUpload` throw; nothing
 * is stored then.
 */
export async function createSignRequests(ctx: Ctx, actor: Actor, input: NewRequest): Promise<{ fileId: number }> {
  const acting = assertMayRequest(actor);
  if (input.callback !== undefined) throw invalid("/callback", "not_available", "callback is not available here yet");
  const users = usersIn(input);
  if (users === undefined) throw invalid("/users", "required", "users is required");
  const settings = await readSettings(ctx);
  const wanted = readSigners(ctx, users, { settings, mayNameById: false });
  const expiresAt = input.expiresAt === undefined ? null : readExpiry(input.expiresAt, await ctx.now());
  const source = sourceOf(input.file);
  const isReleased = input.status === 1;
  if (source.kind === "fileId") return createFromUpload(ctx, acting, { fileId: source.fileId, name: input.name, expiresAt: input.expiresAt, wanted, settings, isReleased });

  const bytes = decodePdfBase64(source.base64, ctx.limits.pdfInJsonBytes);
  const ingested = await ingestUpload(ctx, bytes, ctx.limits.pdfInJsonBytes);
  const plan = await planFor(ctx, [], wanted, settings);
  return store(ctx, acting, { ingested, plan, settings, name: input.name, expiresAt, isReleased });
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
      await markDone(tx, { fileId: file.id });
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

type Source = { kind: "base64"; base64: string } | { kind: "fileId"; fileId: number };

function sourceOf(file: FileSource): Source {
  const given = [file.base64, file.url, file.fileId].filter((source) => source !== undefined);
  if (given.length !== 1) throw invalid("/file", given.length === 0 ? "required" : "ambiguous", "file needs exactly one of base64, url and fileId");
  if (file.url !== undefined) throw new DomainError("url_not_allowed", { detail: "Documents by URL are not available here yet; send base64 or a fileId." });
  return file.base64 !== undefined ? { kind: "base64", base64: file.base64 } : { kind: "fileId", fileId: file.fileId ?? 0 };
}
