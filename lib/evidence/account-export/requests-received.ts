import { and, asc, eq, inArray, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import { accounts, type Account } from "@/db/schema/accounts";
import { attachments, files, signRequests } from "@/db/schema/files";
import type { Ctx } from "@/lib/platform/context";
import { readEvents, type FileEvent } from "./read-events";
import type { AccountExport } from "./schema";

type RequestReceived = AccountExport["requestsReceived"][number];

const atOnce = 100;
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/**
 * Every request that the account's address was notified of, a hundred at a time; none until the address is proved, because they may be
 * somebody else's. It says nothing about other signers.
 */
export async function* requestsReceived(
  ctx: Ctx,
  { id, email, emailProvedAt }: Account,
): AsyncGenerator<RequestReceived> {
  for (let after: { at: Date; fileId: number } | null = null; emailProvedAt !== null;) {
    // In the order of the index of a signer's documents: any other order sorts all of them for every hundred.
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

/** Those of one envelope, with the events that the caller may have. */
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
