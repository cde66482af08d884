import { describe, expect, test } from "vitest";
import { standardOptions } from "@/lib/platform/signature-appearance";
import { isSetUp, lostMethods, withAllowed, withDefault, type ShownSettings } from "./settings-form";

const shown: ShownSettings = {
  sign_method: "email",
  allowed_sign_methods: ["email", "password"],
  identify_method: ["account"],
  signup: "invited",
  retention_days: null,
  reminders: { firstAfterDays: 3, everyDays: 3, atMost: 3, warnDays: 2 },
  office_hours: { from: 9, to: 17, days: [1, 2, 3, 4, 5] },
  time_zone: "UTC",
  signature_options: standardOptions,
  twofactor_gateway: ["sms"],
};

describe("choosing methods", () => {
  test("requires a gateway only for methods that use one", () => {
    expect(["email", "password", "account", "sms"].every((method) => isSetUp(method, ["sms"]))).toBe(true);
    expect(["telegram", "signal"].some((method) => isSetUp(method, ["sms"]))).toBe(false);
  });

  test("keeps the default method allowed", () => {
    expect(withAllowed(shown, "email", false).allowed_sign_methods).toEqual(["password", "email"]);
  });

  test("allows a new default method and keeps the previous one allowed", () => {
    expect(withDefault(shown, "sms")).toMatchObject({
      sign_method: "sms",
      allowed_sign_methods: ["password", "email", "sms"],
    });
  });

  test("lists allowed methods whose gateway is no longer configured", () => {
    expect(lostMethods({ ...shown, allowed_sign_methods: ["email", "signal"], identify_method: ["sms"] })).toEqual([
      "signal",
    ]);
    expect(lostMethods(shown)).toEqual([]);
  });
});
