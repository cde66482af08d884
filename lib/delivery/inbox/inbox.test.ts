import { expect, test } from "vitest";
import { inboxMessages } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { getInboxMessage, listInboxMessages, storeMessage } from "./inbox";

const db = useRolledBackDatabase();
const makeContext = useTestContext();
const message = {
  channel: "email",
  to: "Bo@x.org",
  subject: "Your code",
  text: "Your code is 042917",
  html: "<p>042917</p>",
  idempotencyKey: "job-1",
};

test("stores a message once, encrypted, and opens it for administrators only", async () => {
  const ctx = makeContext(db());
  await storeMessage(ctx, message);
  await storeMessage(ctx, { ...message, text: "again" });
  const rows = await ctx.db.select().from(inboxMessages);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.sealedBody.toString("latin1")).not.toContain("042917");
  const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
  expect(await listInboxMessages(ctx, admin, { to: "BO@x.org" })).toMatchObject([
    { to: "bo@x.org", subject: "Your code", text: "Your code is 042917", html: "<p>042917</p>" },
  ]);
  expect(await listInboxMessages(ctx, admin, { to: "somebody@x.org" })).toEqual([]);
  await expect(listInboxMessages(ctx, actingAs(await makeAccount(ctx)), {})).rejects.toMatchObject({
    code: "forbidden",
  });
});

test("no token reads stored messages, because they contain codes and links that give access", async () => {
  const ctx = makeContext(db());
  await storeMessage(ctx, message);
  const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
  await expect(listInboxMessages(ctx, { ...admin, proof: "token" }, {})).rejects.toMatchObject({
    code: "reauth_required",
  });
});

test("lists the newest message first, and no more than asked for", async () => {
  const ctx = makeContext(db());
  await storeMessage(ctx, message);
  await storeMessage(ctx, { ...message, idempotencyKey: "job-2", subject: "Second" });
  const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
  const subjects = async (length?: number) =>
    (await listInboxMessages(ctx, admin, { length })).map(({ subject }) => subject);
  expect(await subjects()).toEqual(["Second", "Your code"]);
  expect(await subjects(1)).toEqual(["Second"]);
});

test("opens one message for administrators only, and returns 404 for an unknown id", async () => {
  const ctx = makeContext(db());
  await storeMessage(ctx, message);
  const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
  const [listed] = await listInboxMessages(ctx, admin, {});
  const id = listed?.id ?? 0;
  expect(await getInboxMessage(ctx, admin, { id })).toEqual(listed);
  await expect(getInboxMessage(ctx, actingAs(await makeAccount(ctx)), { id })).rejects.toMatchObject({
    code: "forbidden",
  });
  for (const none of [id + 1, 0, -1, 1.5, Number.NaN, 2 ** 40])
    await expect(getInboxMessage(ctx, admin, { id: none })).rejects.toMatchObject({ code: "not_found" });
});
