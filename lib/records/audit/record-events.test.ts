import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { events } from "@/db/views";
import type { Ctx } from "@/lib/context/context";
import { deleteFile } from "@/lib/documents/delete";
import { statusNumbers } from "@/lib/records/events/status";
import { eventBody } from "@/lib/records/events/wire";
import { declineByLink } from "@/lib/requests/decline";
import { updateRequest } from "@/lib/requests/update";
import { withdrawFile } from "@/lib/requests/withdraw";
import { linkOf, makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";

const db = useRolledBackDatabase();
const makeContext = useTestContext();
let ctx: Ctx;
beforeEach(() => {
  ctx = makeContext(db());
});

async function log(accountId: number): Promise<string[]> {
  const rows = await ctx.db.select().from(events).where(eq(events.accountId, accountId)).orderBy(asc(events.position));
  return rows.map(
    (row) =>
      `${row.position} ${row.fileId} #${row.sequence} ${row.type} ${"status" in row.data ? row.data.status : ""}`,
  );
}

describe("the log of events", () => {
  test("a request's events have the state after each change, a sequence per file and a position per account, both without gaps", async () => {
    const { actor, file, requester } = await makeRequest(ctx);
    await updateRequest(ctx, actor, { uuid: file.uuid, status: 1 });
    await withdrawFile(ctx, actor, { fileId: file.id });
    await deleteFile(ctx, actor, { uuid: file.uuid });
    expect(await log(requester.id)).toEqual([
      `1 ${file.id} #1 file.created 0`,
      `2 ${file.id} #2 file.released 1`,
      `3 ${file.id} #3 sign_request.notified 1`,
      `4 ${file.id} #4 sign_request.notified 1`,
      `5 ${file.id} #5 file.cancelled 7`,
      `6 ${file.id} #6 file.deleted 4`,
    ]);
  });

  test("a decline is an event of the signer and of the file", async () => {
    const { actor, file, signers, requester } = await makeRequest(ctx, { status: 1 });
    await declineByLink(ctx, { kind: "public" }, { u: linkOf(ctx, signers, "ana@x.example"), reason: "no" });
    expect((await log(requester.id)).slice(-2)).toEqual([
      `5 ${file.id} #5 sign_request.declined 6`,
      `6 ${file.id} #6 file.declined 6`,
    ]);
    expect(actor.kind).toBe("account");
  });

  test("an event has ids, state and hashes, in a fixed member order, and nothing that only a signer may see", async () => {
    const { file, signers, requester } = await makeRequest(ctx, { status: 1 });
    const [, , notified] = await ctx.db
      .select()
      .from(events)
      .where(eq(events.accountId, requester.id))
      .orderBy(asc(events.position));
    expect(notified && JSON.stringify(eventBody(notified))).toBe(
      JSON.stringify({
        type: "sign_request.notified",
        timestamp: notified?.at.toISOString(),
        data: {
          fileId: file.id,
          uuid: file.uuid,
          status: statusNumbers.able_to_sign,
          name: "Lease",
          sequence: 3,
          signRequestId: signers[0].id,
          sha256: file.sha256,
          url: `${ctx.publicUrl}/documents/${file.uuid}`,
        },
      }),
    );
    const all = JSON.stringify(await ctx.db.select().from(events));
    for (const { email } of signers) {
      expect(all).not.toContain(linkOf(ctx, signers, email));
      expect(all).not.toContain(email);
    }
  });

  test("two files of an account share its positions and have their own sequences", async () => {
    const first = await makeRequest(ctx);
    const second = await makeRequest(ctx);
    expect(await log(first.requester.id)).toEqual([`1 ${first.file.id} #1 file.created 0`]);
    expect(await log(second.requester.id)).toEqual([`1 ${second.file.id} #1 file.created 0`]);
  });
});
