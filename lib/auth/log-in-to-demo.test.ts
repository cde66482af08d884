import { describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { demoEmail, ensureDemoAccount } from "@/lib/accounts/ensure-demo-account";
import type { Ctx } from "@/lib/context/context";
import { useTestContext } from "@/lib/testing/test-context";
import { logInToDemo } from "./log-in";

const db = useRolledBackDatabase();
const makeContext = useTestContext();

const calledFrom = (address: string, isDemo = true): Ctx =>
  makeContext(db(), { isDemo, request: { id: "r", address, userAgent: "" } });

describe("log-in to the demo", () => {
  test.each(["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"])(
    "is available from this machine: %s",
    async (address) => {
      const ctx = calledFrom(address);
      await ensureDemoAccount(ctx, "a-random-password");
      expect(await logInToDemo(ctx)).toMatchObject({ email: demoEmail });
    },
  );

  test.each(["192.0.2.1", "::ffff:192.0.2.1", "2001:db8::1", "", "127.evil.example"])(
    "is unavailable to any other caller: %s",
    async (address) => {
      const ctx = calledFrom(address);
      await ensureDemoAccount(ctx, "a-random-password");
      await expect(logInToDemo(ctx)).rejects.toMatchObject({ code: "not_found" });
    },
  );

  test("is unavailable on an instance with an administrator, even if an earlier start created the account", async () => {
    const ctx = calledFrom("127.0.0.1", false);
    await ensureDemoAccount(ctx, "a-random-password");
    await expect(logInToDemo(ctx)).rejects.toMatchObject({ code: "not_found" });
  });

  test("is unavailable when the demo account was deleted", async () => {
    await expect(logInToDemo(calledFrom("127.0.0.1"))).rejects.toMatchObject({ code: "not_found" });
  });
});
