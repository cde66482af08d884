import { describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { changeSettings } from "./change";
import { readSettings } from "./read";
import { settingsAnswer, settingsChange } from "./schema";
import { toSettingsWire } from "./wire";

const db = useRolledBackDatabase();
const makeContext = useTestContext();

describe("settings", () => {
  test("start with codes by mail, and signing passwords allowed", async () => {
    expect(await readSettings(makeContext(db()))).toEqual({ signMethod: "email", allowedSignMethods: ["email", "password"], identifyMethods: ["account"], signup: "invited" });
  });

  test("a change names what it changes; the default method always counts as allowed", async () => {
    const ctx = makeContext(db());
    const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
    await changeSettings(ctx, admin, { sign_method: "password" });
    const after = await changeSettings(ctx, admin, { allowed_sign_methods: ["email"] });
    expect(after).toMatchObject({ signMethod: "password", allowedSignMethods: ["password", "email"], signup: "invited" });
  });

  test.each([{ sign_method: "sms" as const }, { allowed_sign_methods: ["email", "signal" as const] as const }, { identify_method: ["sms" as const] }])("%j needs a gateway that is not there, and changes nothing", async (change) => {
    const ctx = makeContext(db());
    const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
    await expect(changeSettings(ctx, admin, settingsChange.parse({ ...change, signup: "open" }))).rejects.toMatchObject({ code: "gateway_not_configured" });
    expect((await readSettings(ctx)).signup).toBe("invited");
  });

  test("only an administrator changes them", async () => {
    const ctx = makeContext(db());
    await expect(changeSettings(ctx, actingAs(await makeAccount(ctx)), { signup: "open" })).rejects.toMatchObject({ code: "forbidden" });
  });

  test("what is answered may be sent back", async () => {
    const ctx = makeContext(db());
    const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
    const answer = settingsAnswer.parse(toSettingsWire(ctx, await readSettings(ctx)));
    expect(toSettingsWire(ctx, await changeSettings(ctx, admin, settingsChange.parse(answer)))).toEqual(answer);
  });
});
