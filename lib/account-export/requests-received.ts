import { and, asc, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { accounts, type Account } from "@/db/schema/accounts";
import { files, signRequests } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";
import { readEvents } from "./read-events";
import type { AccountExport } from "./schema";

export type RequestReceived = AccountExport["requestsReceived"][number];

const atOnce = 100;
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/**
 * Every request that the account's address was told of, a hundred at a time; none until the address is proved, because they may be
 * somebody else's. Of other signers nothing is told.
 */
export async function* requestsReceived(ctx: Ctx, { id, email, emailProvedAt }: Account): AsyncGenerator<RequestReceived> {
  for (let after = 0; emailProvedAt !== null;) {
    const rows = await ctx.db.select({ signRequest: signRequests, file: files, from: accounts.displayName }).from(signRequests)
      .innerJoin(files, eq(files.id, signRequests.fileId)).innerJoin(accounts, eq(accounts.id, files.requesterId))
      .where(and(eq(signRequests.email, email), isNull(signRequests.removedAt), isNotNull(signRequests.toldAt), gt(signRequests.id, after)))
      .orderBy(asc(signRequests.id)).limit(atOnce);
    const last = rows.at(-1);
    if (!last) return;
    after = last.signRequest.id;
    const events = await readEvents(ctx, id, rows.map(({ file }) => file.id));
    for (const { signRequest, file, from } of rows) {
      yield {
        fileId: file.id, uuid: file.uuid, name: file.name, status: file.status, from, mine: signRequest.status,
        email: signRequest.email, displayName: signRequest.displayName, phone: signRequest.phone, signMethod: signRequest.signMethod,
        toldAt: iso(signRequest.toldAt), signedAt: iso(signRequest.signedAt), declineReason: signRequest.declineReason,
        events: events.filter(({ fileId, signRequestId, event }) => fileId === file.id && (event.mine || signRequestId === signRequest.id)).map(({ event }) => event),
      };
    }
  }
}
