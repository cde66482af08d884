import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accounts } from "@/db/schema/accounts";
import { outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { recordedGateway } from "@/lib/channels/testing/recorded-gateway";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { deliverMails } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { changePhone, maskPhone, readPhone } from "./change-phone";

const db = useRolledBackDatabase();
const context = useTestContext();

describe("a phone number", () => {
  test.each([
    ["+4915112345678", "+4915112345678"],
    [" +49 (0)151-123.456 78 ", "+4915112345678"],
    ["+1 202-555-0143", "+12025550143"],
    ["+34 600 111 222", "+34600111222"],
  ])("reads %j as %s", (written, number) => {
    expect(readPhone(written)).toBe(number);
  });

  test.each([
    "abc",
    "",
    "+",
    "015112345678",
    "004915112345678",
    "4915112345678",
    "+49",
    "+491",
    "+999123456789",
    "+49151123456781234567",
    "+49 151 CALL ME",
    "+4915112345678;ext=5",
    "+49\u0000151",
    "＋4915112345678",
    "+49151123\n45678x",
  ])("rejects %j", (written) => {
    expect(readPhone(written)).toBeNull();
  });

  test("is masked to its country and two digits", () => {
    expect([maskPhone("+4915112345678"), maskPhone("+12025550143"), maskPhone("+35191234567")]).toEqual([
      "+49…78",
      "+1…43",
      "+351…67",
    ]);
  });
});

describe("changing it", () => {
  async function start() {
    const sms = recordedGateway();
    const ctx = context(db(), { gateways: { sms, telegram: null, signal: null } });
    const ana = actingAs(await makeAccount(ctx, { email: "ana@x.example", displayName: "Ana" }));
    const phoneOf = async () => (await ctx.db.select().from(accounts).where(eq(accounts.id, ana.account.id)))[0]?.phone;
    return { ctx, ana, sms, phoneOf };
  }

  test("is limited to a few times an hour, because each change sends a text message to a number that may belong to anybody", async () => {
    const { ctx, ana, sms, phoneOf } = await start();
    const most = ctx.limits.accountMailsPerAddressPerHour;
    for (let nth = 0; nth < most; nth++)
      await changePhone(ctx, ana, "ana@x.example", { phone: `+4915112345${600 + nth}` });
    await expect(changePhone(ctx, ana, "ana@x.example", { phone: "+34600111222" })).rejects.toMatchObject({
      code: "rate_limited",
    });
    await changePhone(ctx, ana, "ana@x.example", { phone: (await phoneOf()) ?? "" });
    await deliverMails(ctx);
    expect(sms.sent.length).toBeLessThan(most);
  });

  test("stores E.164, by the account's id or address in any case, and notifies the owner by mail and the old number by text message", async () => {
    const { ctx, ana, sms, phoneOf } = await start();
    expect((await changePhone(ctx, ana, String(ana.account.id), { phone: "+49 151 12345678" })).phone).toBe(
      "+4915112345678",
    );
    expect(await deliverMails(ctx)).toMatchObject([{ to: "ana@x.example", text: expect.stringContaining("+49…78") }]);
    expect(sms.sent).toEqual([]);
    await changePhone(ctx, ana, "ANA@x.example", { phone: "+34600111222" });
    expect(await phoneOf()).toBe("+34600111222");
    expect(JSON.stringify((await ctx.db.select().from(outboxJobs)).map(({ payload }) => payload))).not.toContain(
      "4915112345678",
    );
    await deliverMails(ctx);
    expect(sms.sent).toMatchObject([{ to: "+4915112345678", text: expect.stringContaining("a…@x.example") }]);
    expect((await ctx.db.select().from(outboxJobs)).every(({ sealed }) => sealed === null)).toBe(true);
  });

  test('is removed by "" and null, and notifies nobody when set to the same number again', async () => {
    const { ctx, ana, phoneOf } = await start();
    await changePhone(ctx, ana, "ana@x.example", { phone: "+34600111222" });
    await changePhone(ctx, ana, "ana@x.example", { phone: "+34 600 111 222" });
    expect(await ctx.db.select().from(outboxJobs)).toHaveLength(1);
    await changePhone(ctx, ana, "ana@x.example", { phone: "" });
    expect(await phoneOf()).toBeNull();
  });

  test("rejects an invalid number with 422 and changes nothing", async () => {
    const { ctx, ana, phoneOf } = await start();
    await expect(changePhone(ctx, ana, "ana@x.example", { phone: "abc" })).rejects.toMatchObject({
      code: "validation_failed",
      violations: [{ pointer: "/phone", code: "phone_invalid" }],
    });
    expect(await phoneOf()).toBeNull();
  });

  test("needs a password given within five minutes, and never accepts a token", async () => {
    const { ctx, ana, phoneOf } = await start();
    for (const signedInAt of [null, new Date(Date.now() - 6 * 60_000)]) {
      await expect(
        changePhone(ctx, { ...ana, signedInAt }, "ana@x.example", { phone: "+34600111222" }),
      ).rejects.toMatchObject({ code: "reauth_required" });
    }
    expect(await phoneOf()).toBeNull();
  });

  test("returns the same for another account and a missing one, and an administrator may change any", async () => {
    const { ctx, ana, phoneOf } = await start();
    const bo = actingAs(await makeAccount(ctx));
    for (const userId of [
      "ana@x.example",
      String(ana.account.id),
      "nobody@x.example",
      "999999",
      "2147483648",
      "-1",
      "1.5",
      "0",
      "x",
    ]) {
      await expect(changePhone(ctx, bo, userId, { phone: "abc" })).rejects.toMatchObject({ code: "not_found" });
    }
    const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
    await changePhone(ctx, admin, "ana@x.example", { phone: "+34600111222" });
    expect(await phoneOf()).toBe("+34600111222");
    await expect(changePhone(ctx, admin, "nobody@x.example", { phone: "+34600111222" })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
