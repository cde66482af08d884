import { expect, test } from "vitest";
import { keptMessages } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { getKeptMessage } from "./get";
import { keepMessage } from "./keep";
import { listKeptMessages } from "./list";

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

test("a message is kept once, sealed, and opened for administrators only", async () => {
  const ctx = makeContext(db());
  await keepMessage(ctx, message);
  await keepMessage(ctx, { ...message, text: "again" });
  const rows = await ctx.db.select().from(keptMessages);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.sealedBody.toString("latin1")).not.toContain("042917");
  const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
  expect(await listKeptMessages(ctx, admin, { to: "BO@x.org" })).toMatchObject([
    { to: "bo@x.org", subject: "Your code", text: "Your code is 042917", html: "<p>042917</p>" },
  ]);
  expect(await listKeptMessages(ctx, admin, { to: "somebody@x.org" })).toEqual([]);
  await expect(listKeptMessages(ctx, actingAs(await makeAccount(ctx)), {})).rejects.toMatchObject({
    code: "forbidden",
  });
});

test("no token reads kept messages: they hold codes and links that let people in", async () => {
  const ctx = makeContext(db());
  await keepMessage(ctx, message);
  const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
  await expect(listKeptMessages(ctx, { ...admin, proof: "token" }, {})).rejects.toMatchObject({
    code: "reauth_required",
  });
});

test("the newest message comes first", async () => {
  const ctx = makeContext(db());
  await keepMessage(ctx, message);
  await keepMessage(ctx, { ...message, idempotencyKey: "job-2", subject: "Second" });
  const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
  expect((await listKeptMessages(ctx, admin, {})).map(({ subject }) => subject)).toEqual(["Second", "Your code"]);
});

test("one message is opened for administrators only, and an id that is none is not found", async () => {
  const ctx = makeContext(db());
  await keepMessage(ctx, message);
  const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
  const [listed] = await listKeptMessages(ctx, admin, {});
  const id = listed?.id ?? 0;
  expect(await getKeptMessage(ctx, admin, { id })).toEqual(listed);
  await expect(getKeptMessage(ctx, actingAs(await makeAccount(ctx)), { id })).rejects.toMatchObject({
    code: "forbidden",
  });
  for (const none of [id + 1, 0, -1, 1.5, Number.NaN, 2 ** 40])
    await expect(getKeptMessage(ctx, admin, { id: none })).rejects.toMatchObject({ code: "not_found" });
});
