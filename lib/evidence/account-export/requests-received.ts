import { and, asc, eq, inArray, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import { accounts, type Account } from "@/db/schema/accounts";
import { attachments, files, signRequests } from "@/db/schema/files";
import { auditPersonalValues } from "@/db/schema/work";
import { auditEvents } from "@/db/views";
import type { Ctx } from "@/lib/context/context";
import type { AccountExport } from "./schema";

type RequestReceived = AccountExport["requestsReceived"][number];

const atOnce = 100;
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/**
 * Every request that the account's address was notified of, a hundred at a time. Empty until the address is proved,
 * because the requests may belong to someone else; only the one whose link proved it, if nothing else did. Contains nothing about other signers. Includes every document that
 * the account may see as a signer (`visibleDocuments`), and those that it may no longer see, whose data is still
 * stored.
 */
export async function* requestsReceived(
  ctx: Ctx,
  { id, email, emailProvedAt, emailProof, emailProofRequestId }: Account,
): AsyncGenerator<RequestReceived> {
  for (let after: { at: Date; fileId: number } | null = null; emailProvedAt !== null;) {
    // In the order of the index of a signer's documents. Any other order would sort all of them for every hundred.
    const isBeyond: SQL | undefined =
      after === null
        ? undefined
        : sql`(${signRequests.fileCreatedAt}, ${signRequests.fileId}) > (${after.at.toISOString()}::timestamptz, ${after.fileId}::int)`;
    const rows = await ctx.db
      .select({ signRequest: signRequests, file: files, from: accounts.displayName })
      .from(signRequests)
      .innerJoin(files, eq(files.id, signRequests.fileId))
      .innerJoin(accounts, eq(accounts.id, files.requesterId))
      .where(
        and(
          eq(signRequests.email, email),
          emailProof === "invitation" ? eq(signRequests.id, emailProofRequestId ?? 0) : undefined,
          isNull(signRequests.removedAt),
          isNotNull(signRequests.notifiedAt),
          isBeyond,
        ),
      )
      .orderBy(asc(signRequests.fileCreatedAt), asc(signRequests.fileId))
      .limit(atOnce);
    const last = rows.at(-1);
    if (!last) return;
    after = { at: last.signRequest.fileCreatedAt, fileId: last.file.id };
    const events = await readEvents(
      ctx,
      id,
      rows.map(({ file }) => file.id),
    );
    const added = await ctx.db
      .select()
      .from(attachments)
      .where(
        inArray(
          attachments.signRequestId,
          rows.map(({ signRequest }) => signRequest.id),
        ),
      )
      .orderBy(asc(attachments.id));
    const parts = await readFiles(
      ctx,
      id,
      rows.flatMap(({ file }) => (file.kind === "envelope" ? [file.id] : [])),
    );
    for (const { signRequest, file, from } of rows) {
      const isShown = ({ event, signRequestId }: FileEvent): boolean => event.mine || signRequestId === signRequest.id;
      yield {
        fileId: file.id,
        uuid: file.uuid,
        name: file.name,
        status: file.status,
        from,
        mine: signRequest.status,
        email: signRequest.email,
        displayName: signRequest.displayName,
        phone: signRequest.phone,
        signMethod: signRequest.signMethod,
        toldAt: iso(signRequest.notifiedAt),
        signedAt: iso(signRequest.signedAt),
        declineReason: signRequest.declineReason,
        delegationReason: signRequest.delegationReason,
        attachments: added
          .filter(({ signRequestId }) => signRequestId === signRequest.id)
          .map(({ label, name, type, size, sha256, createdAt }) => ({
            ...{ label, name, type, size, sha256 },
            createdAt: createdAt.toISOString(),
          })),
        events: events.filter((one) => one.fileId === file.id && isShown(one)).map(({ event }) => event),
        ...(file.kind === "envelope" ? { files: filesOf(parts, file.id, isShown) } : {}),
      };
    }
  }
}

interface EnvelopeFile {
  fileId: number;
  uuid: string;
  name: string;
  envelopeId: number | null;
  events: FileEvent[];
}

/** The files of these envelopes in order, each with the events of its own trail. */
export async function readFiles(ctx: Ctx, accountId: number, envelopeIds: readonly number[]): Promise<EnvelopeFile[]> {
  const parts = await ctx.db
    .select({ fileId: files.id, uuid: files.uuid, name: files.name, envelopeId: files.envelopeId })
    .from(files)
    .where(inArray(files.envelopeId, [...envelopeIds]))
    .orderBy(asc(files.envelopePosition), asc(files.id));
  const events = await readEvents(
    ctx,
    accountId,
    parts.map(({ fileId }) => fileId),
  );
  return parts.map((part) => ({ ...part, events: events.filter(({ fileId }) => fileId === part.fileId) }));
}

/** Those of one envelope, with the events that the caller may see. */
export function filesOf(
  parts: readonly EnvelopeFile[],
  envelope: number,
  isShown: (event: FileEvent) => boolean,
): NonNullable<AccountExport["requestsMade"][number]["files"]> {
  return parts
    .filter(({ envelopeId }) => envelopeId === envelope)
    .map(({ fileId, uuid, name, events }) => ({
      ...{ fileId, uuid, name },
      events: events.filter(isShown).map(({ event }) => event),
    }));
}

type ExportedEvent = AccountExport["requestsMade"][number]["events"][number];

/** An event of a file, and the sign request that it concerns, if any. */
interface FileEvent {
  fileId: number;
  signRequestId: number | null;
  event: ExportedEvent;
}

/**
 * The events of the files, oldest first. Those caused by the account include the network address, unless it was erased.
 */
export async function readEvents(ctx: Ctx, accountId: number, fileIds: readonly number[]): Promise<FileEvent[]> {
  if (fileIds.length === 0) return [];
  const [rows, values] = await Promise.all([
    ctx.db
      .select({
        fileId: auditEvents.fileId,
        seq: auditEvents.seq,
        caller: auditEvents.caller,
        signRequestId: sql<number | null>`(${auditEvents.data}->>'signRequestId')::int`,
        at: auditEvents.at,
        type: auditEvents.type,
        mine: sql<boolean>`coalesce((audit_trail.actor->>'accountId')::int = ${accountId}::int, false)`,
      })
      .from(auditEvents)
      .where(inArray(auditEvents.fileId, [...fileIds]))
      .orderBy(asc(auditEvents.fileId), asc(auditEvents.seq)),
    readNetValues(ctx, fileIds),
  ]);
  return rows.map(({ fileId, seq, caller, signRequestId, at, type, mine }) => {
    const valueAt = (path: NetPath): string | null =>
      (mine
        ? (values.get(nameOf({ fileId, seq, caller: null, path })) ??
          values.get(nameOf({ fileId, seq: null, caller, path })))
        : null) ?? null;
    return {
      fileId,
      signRequestId,
      event: { at: at.toISOString(), type, mine, address: valueAt("net.address"), userAgent: valueAt("net.userAgent") },
    };
  });
}

type NetPath = "net.address" | "net.userAgent";

interface ValuePlace {
  fileId: number;
  /** The event number, or null for a value recorded once per caller. */
  seq: number | null;
  caller: number | null;
  path: string;
}

function nameOf({ fileId, seq, caller, path }: ValuePlace): string {
  return `${fileId} ${seq ?? `caller ${caller}`} ${path}`;
}

/** In one query, because looking up each value with its event took most of the time of an export. */
async function readNetValues({ db }: Ctx, fileIds: readonly number[]): Promise<Map<string, string>> {
  const { fileId, seq, caller, path, value } = auditPersonalValues;
  const rows = await db
    .select({ fileId, seq, caller, path, value })
    .from(auditPersonalValues)
    .where(and(inArray(fileId, [...fileIds]), inArray(path, ["net.address", "net.userAgent"])));
  return new Map(rows.map((row) => [nameOf(row), row.value]));
}
