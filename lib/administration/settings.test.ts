import pino from "pino";
import { describe, expect, test } from "vitest";
import { settings } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { recordedGateway } from "@/lib/channels/testing/recorded-gateway";
import { readSettings } from "@/lib/context/settings/read";
import { settingsAnswer, settingsChange } from "@/lib/context/settings/schema";
import { standardOptions } from "@/lib/platform/signature-appearance";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { changeSettings, toSettingsWire } from "./settings";

const db = useRolledBackDatabase();
const makeContext = useTestContext();

describe("settings", () => {
  test("start with guests, codes by mail, and signing passwords allowed", async () => {
    const ctx = makeContext(db());
    await ctx.db.delete(settings);
    expect(await readSettings(ctx)).toEqual({
      signMethod: "email",
      allowedSignMethods: ["email", "password"],
      identifyMethods: ["email"],
      signup: "invited",
      retentionDays: null,
      reminders: { firstAfterDays: 3, everyDays: 3, atMost: 3, warnDays: 2 },
      officeHours: { from: 9, to: 17, days: [1, 2, 3, 4, 5] },
      timeZone: "UTC",
      signatureOptions: standardOptions,
    });
  });

  test("can allow signing by the link alone, but never as the default", async () => {
    const ctx = makeContext(db());
    const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
    const after = await changeSettings(ctx, admin, { allowed_sign_methods: ["email", "link"] });
    expect(after.allowedSignMethods).toEqual(["email", "link"]);
    expect(settingsChange.safeParse({ sign_method: "link" }).success).toBe(false);
    expect(settingsChange.safeParse({ identify_method: ["link"] }).success).toBe(false);
  });

  test("change only the given members, and the default method always counts as allowed", async () => {
    const ctx = makeContext(db());
    const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
    await changeSettings(ctx, admin, { sign_method: "password" });
    const after = await changeSettings(ctx, admin, { allowed_sign_methods: ["email"] });
    expect(after).toMatchObject({
      signMethod: "password",
      allowedSignMethods: ["password", "email"],
      signup: "invited",
    });
  });

  test.each([
    { sign_method: "sms" as const },
    { allowed_sign_methods: ["email", "signal" as const] as const },
    { identify_method: ["sms" as const] },
  ])("refuse %j without its gateway, and change nothing", async (change) => {
    const ctx = makeContext(db());
    const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
    await expect(changeSettings(ctx, admin, settingsChange.parse({ ...change, signup: "open" }))).rejects.toMatchObject(
      { code: "gateway_not_configured" },
    );
    expect((await readSettings(ctx)).signup).toBe("invited");
  });

  test("allow methods whose gateway is configured, also to identify signers, and list them in the response", async () => {
    const ctx = makeContext(db(), { gateways: { sms: recordedGateway(), telegram: null, signal: recordedGateway() } });
    const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
    const after = await changeSettings(ctx, admin, {
      sign_method: "signal",
      allowed_sign_methods: ["sms", "email"],
      identify_method: ["sms"],
    });
    expect(toSettingsWire(ctx, after)).toEqual({
      sign_method: "signal",
      allowed_sign_methods: ["signal", "sms", "email"],
      identify_method: ["sms"],
      signup: "invited",
      retention_days: null,
      reminders: { firstAfterDays: 3, everyDays: 3, atMost: 3, warnDays: 2 },
      office_hours: { from: 9, to: 17, days: [1, 2, 3, 4, 5] },
      time_zone: "UTC",
      signature_options: standardOptions,
      twofactor_gateway: ["sms", "signal"],
    });
    await expect(changeSettings(ctx, admin, { allowed_sign_methods: ["sms", "telegram"] })).rejects.toMatchObject({
      code: "gateway_not_configured",
      violations: [{ pointer: "/allowed_sign_methods/1", code: "gateway_not_configured" }],
    });
  });

  test("change signature options member by member, and refuse an unknown variable or an undrawable text", async () => {
    const ctx = makeContext(db());
    const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
    await changeSettings(ctx, admin, { signature_options: { appearance: { layout: "left" } } });
    await changeSettings(ctx, admin, { signature_options: { reason: { ask: "optional" } } });
    expect((await readSettings(ctx)).signatureOptions).toEqual({
      ...standardOptions,
      appearance: { ...standardOptions.appearance, layout: "left" },
      reason: { ask: "optional", preset: null },
    });
    const lines = (line: string) => ({ signature_options: { appearance: { lines: [line] } } });
    expect(settingsChange.safeParse(lines("{{city}}")).success).toBe(false);
    await expect(changeSettings(ctx, admin, settingsChange.parse(lines("\u{1f984} {{name}}")))).rejects.toMatchObject({
      code: "glyph_missing",
      violations: [{ pointer: "/signature_options/appearance/lines/0" }],
    });
  });

  test("refuse an interval of no days, hours that end before they begin and an unknown time zone", () => {
    const pathsOf = (change: object) =>
      settingsChange.safeParse(change).error?.issues.map(({ path }) => path.join("/")) ?? [];
    expect(pathsOf({ reminders: { everyDays: 0 } })).toEqual(["reminders/everyDays"]);
    expect(pathsOf({ reminders: { firstAfterDays: 91 } })).toEqual(["reminders/firstAfterDays"]);
    expect(pathsOf({ office_hours: { from: 17, to: 9, days: [1] } })).toEqual(["office_hours/to"]);
    expect(pathsOf({ time_zone: "Mars/Olympus" })).toEqual(["time_zone"]);
    expect(pathsOf({ time_zone: "Europe/Lisbon", reminders: { atMost: 0 } })).toEqual([]);
  });

  test("allow identification by a mailed code without any gateway", async () => {
    const ctx = makeContext(db());
    const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
    expect((await changeSettings(ctx, admin, { identify_method: ["email"] })).identifyMethods).toEqual(["email"]);
  });

  test("log each change with its administrator", async () => {
    const lines: unknown[] = [];
    const ctx = makeContext(db(), { log: pino({}, { write: (line) => void lines.push(JSON.parse(line)) }) });
    const admin = await makeAccount(ctx, { role: "admin" });
    await changeSettings(ctx, actingAs(admin), { signup: "open" });
    expect(lines).toMatchObject([{ account: admin.id, before: { signup: "invited" }, after: { signup: "open" } }]);
  });

  test("can be changed by administrators only", async () => {
    const ctx = makeContext(db());
    await expect(changeSettings(ctx, actingAs(await makeAccount(ctx)), { signup: "open" })).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  test("accept their own response as input", async () => {
    const ctx = makeContext(db());
    const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
    const answer = settingsAnswer.parse(toSettingsWire(ctx, await readSettings(ctx)));
    expect(toSettingsWire(ctx, await changeSettings(ctx, admin, settingsChange.parse(answer)))).toEqual(answer);
  });
});
