import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailMessages } from "@/db/schema/messages";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { moveMailOn, noteAcceptedMail } from "./note-mail";

const database = useCommittedDatabase();
const testContext = useTestContext();

test("records an accepted mail without locking the document, which other mails of the document lock for their audit event", async () => {
  const ctx = testContext(database().db);
  const { file } = await makeRequest(ctx, { status: 1, users: [{ email: "ana@x.example" }] });
  const [mail] = await ctx.db.select().from(mailMessages).where(eq(mailMessages.fileId, file.id));
  const reference = mail?.reference ?? expect.fail("no mail was queued");
  await ctx.tx(async (tx) => {
    await noteAcceptedMail(tx, reference, "id-1");
    await ctx.db.execute(sql`select id from files where id = ${file.id} for update nowait`);
  });
  const read = async () =>
    (await ctx.db.select().from(mailMessages).where(eq(mailMessages.reference, reference))).map(
      ({ state, providerId }) => [state, providerId],
    );
  expect(await read()).toEqual([["accepted", "id-1"]]);

  await moveMailOn(ctx, { reference, providerId: null }, { state: "delivered", reason: null });
  await noteAcceptedMail(ctx, reference, "id-2");
  expect(await read()).toEqual([["delivered", "id-2"]]);
});
