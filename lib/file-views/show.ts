import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { accountSigningKeys } from "@/db/schema/accounts";
import { signRequests } from "@/db/schema/files";
import { accountActor } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { looksLikeUuid, toId, toUuid } from "@/lib/files/identifiers";
import { revealLink } from "@/lib/sign-requests/link";
import { readRecords } from "./read-records";
import type { FileRecord } from "./record";
import type { FileWire } from "./schema";
import { mayLearnLink, viewOf, type View, type Viewer } from "./viewer";
import { toFileWire } from "./wire";
import { withVerdicts } from "./with-verdicts";

const one = { order: sql`f.id`, limit: 1, offset: 0 };

/** `GET /file/validate/file_id/{fileId}`: for requester and told signers, by id; a uuid in its place answers like the uuid form. */
export async function showFileById(ctx: Ctx, actor: Actor, input: { fileId: string }): Promise<FileWire> {
  if (looksLikeUuid(input.fileId)) return showFileByUuid(ctx, actor, { uuid: input.fileId });
  accountActor(actor);
  return showOwn(ctx, actor, toId(input.fileId));
}

/** `GET /file/validate/uuid/{uuid}`: as by id for those who take part, a reduced view for everybody else. */
export async function showFileByUuid(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<FileWire> {
  const viewer = await viewerOf(ctx, actor);
  const { files: [file], now } = await readRecords(ctx, sql`f.uuid = ${toUuid(input.uuid)}`, one);
  const view = file && viewOf(viewer, file);
  if (!file || !view) throw new DomainError("not_found");
  return render(ctx, viewer, file, view, now);
}

/** The file object for somebody who takes part, after an act of theirs. */
export async function showOwn(ctx: Ctx, actor: Actor, fileId: number): Promise<FileWire> {
  const viewer = await viewerOf(ctx, actor);
  const { files: [file], now } = await readRecords(ctx, sql`f.id = ${fileId}`, one);
  const view = file && viewOf(viewer, file);
  if (!file || !view || view.role === "stranger") throw new DomainError("not_found");
  return render(ctx, viewer, file, view, now);
}

/** The file object as the holder of a sign link sees it. The caller has found the link good. */
export async function showToLink(ctx: Ctx, actor: Actor, fileId: number, link: { signRequestId: number; signRequestUuid: string }): Promise<FileWire> {
  const { account, hasSigningKey } = await viewerOf(ctx, actor);
  const viewer: Viewer = { kind: "link", ...link, account, hasSigningKey };
  const { files: [file], now } = await readRecords(ctx, sql`f.id = ${fileId}`, one);
  const view = file && viewOf(viewer, file);
  if (!file || !view || view.role !== "signer") throw new DomainError("not_found");
  return toFileWire(await withVerdicts(ctx, file), view, { publicUrl: ctx.publicUrl, viewer, now, ownLink: link.signRequestUuid });
}

async function render(ctx: Ctx, viewer: Viewer, file: FileRecord, view: View, now: Date): Promise<FileWire> {
  const links = await readOwnLinks(ctx, [view]);
  return toFileWire(await withVerdicts(ctx, file), view, { publicUrl: ctx.publicUrl, viewer, now, ownLink: ownLinkOf(view, links) });
}

export async function viewerOf(ctx: Ctx, actor: Actor): Promise<Exclude<Viewer, { kind: "link" }>> {
  if (actor.kind !== "account") return { kind: "public", account: null, hasSigningKey: false };
  const { account } = actor;
  const [key] = await ctx.db.select({ id: accountSigningKeys.id }).from(accountSigningKeys)
    .where(and(eq(accountSigningKeys.accountId, account.id), isNull(accountSigningKeys.replacedAt), isNull(accountSigningKeys.revokedAt)));
  return { kind: "account", account, hasSigningKey: key !== undefined };
}

/** The sign links of the viewer's own entries, by sign-request id; nothing is read when there are none. */
export async function readOwnLinks(ctx: Ctx, views: readonly View[]): Promise<Map<number, string>> {
  const ids = views.flatMap(({ me }) => (me && mayLearnLink(me) ? [me.id] : []));
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.select({ id: signRequests.id, linkSealed: signRequests.linkSealed }).from(signRequests).where(inArray(signRequests.id, ids));
  return new Map(rows.map((row) => [row.id, revealLink(ctx, row.linkSealed)]));
}

export function ownLinkOf(view: View, links: ReadonlyMap<number, string>): string | null {
  return view.me ? (links.get(view.me.id) ?? null) : null;
}
