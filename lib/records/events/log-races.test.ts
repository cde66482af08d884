import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { events } from "@/db/views";
import { createDocument } from "@/lib/requests/create";
import { withdrawFile } from "@/lib/requests/withdraw";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { twoPages } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { listEvents } from "./wire";

const database = useCommittedDatabase();
const makeContext = useTestContext();

test("a reader continuing from the last position misses and repeats nothing while the account's files change concurrently @exhaustive", async () => {
  const ctx = makeContext(database().db);
  const { account, ...actor } = actingAs(await makeAccount(ctx));
  const requester = { ...actor, account };
  const request = {
    file: { base64: twoPages.toString("base64") },
    name: "Lease",
    status: 1 as const,
    users: [{ email: "ana@x.example" }],
  };
  const made = await Promise.all(Array.from({ length: 8 }, () => createDocument(ctx, requester, request)));

  const seen: string[] = [];
  let after = 0;
  let isOver = false;
  const readOn = async (): Promise<void> => {
    const { rows } = await listEvents(ctx, account.id, { after, length: 100 });
    seen.push(...rows.map(({ publicId }) => publicId));
    after = rows.at(-1)?.position ?? after;
  };
  const reader = (async () => {
    while (!isOver) await readOn();
  })();
  await Promise.all(made.map(({ fileId }) => withdrawFile(ctx, requester, { fileId })));
  isOver = true;
  await reader;
  await readOn();

  const log = await ctx.db.select().from(events).where(eq(events.accountId, account.id)).orderBy(asc(events.position));
  expect(seen).toEqual(log.map(({ publicId }) => publicId));
  expect(log.map(({ position }) => position)).toEqual(Array.from({ length: 32 }, (_, index) => index + 1));
  for (const { fileId } of made)
    expect(log.filter((event) => event.fileId === fileId).map(({ sequence, type }) => `${sequence} ${type}`)).toEqual([
      "1 file.created",
      "2 file.released",
      "3 sign_request.notified",
      "4 file.cancelled",
    ]);
});

test("a rolled-back change leaves no event, no position in the log and no delivery", async () => {
  const ctx = makeContext(database().db);
  const requester = actingAs(await makeAccount(ctx));
  const request = { file: { base64: twoPages.toString("base64") }, name: "Lease", users: [{ email: "ana@x.example" }] };
  const { fileId } = await createDocument(ctx, requester, { ...request, status: 1 });
  await expect(
    ctx.tx(async (tx) => {
      await withdrawFile(tx, requester, { fileId });
      throw new Error("rolled back");
    }),
  ).rejects.toThrow("rolled back");
  await withdrawFile(ctx, requester, { fileId });
  expect(
    (await listEvents(ctx, requester.account.id, {})).rows
      .map(({ position, sequence, type }) => [position, sequence, type])
      .at(-1),
  ).toEqual([4, 4, "file.cancelled"]);
});
