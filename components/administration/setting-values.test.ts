import { describe, expect, test } from "vitest";
import { isSetUp, lostMethods, withAllowed, withDefault, type ShownSettings } from "./settings-form";

const shown: ShownSettings = {
  sign_method: "email",
  allowed_sign_methods: ["email", "password"],
  identify_method: ["account"],
  signup: "invited",
  retention_days: null,
  twofactor_gateway: ["sms"],
};

describe("choosing methods", () => {
  test("a method without a gateway needs none, one with a gateway needs its own", () => {
    expect(["email", "password", "account", "sms"].every((method) => isSetUp(method, ["sms"]))).toBe(true);
    expect(["telegram", "signal"].some((method) => isSetUp(method, ["sms"]))).toBe(false);
  });

  test("the default method can never be disallowed", () => {
    expect(withAllowed(shown, "email", false).allowed_sign_methods).toEqual(["password", "email"]);
  });

  test("another default is allowed at once, and the one before stays so", () => {
    expect(withDefault(shown, "sms")).toMatchObject({
      sign_method: "sms",
      allowed_sign_methods: ["password", "email", "sms"],
    });
  });

  test("a chosen method whose gateway has gone is named", () => {
    expect(lostMethods({ ...shown, allowed_sign_methods: ["email", "signal"], identify_method: ["sms"] })).toEqual([
      "signal",
    ]);
    expect(lostMethods(shown)).toEqual([]);
  });
});
