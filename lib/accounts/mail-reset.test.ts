import { describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { deliverMails } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { createAccount } from "./create";
import { mailReset, resetPassword } from "./passwords";
import type { NewAccount } from "./schema";

const db = useRolledBackDatabase();
const makeContext = useTestContext();

describe("the owner of an address gets an e-mail when an administrator creates an account", () => {
  const create = async (input: Partial<NewAccount>) => {
    const ctx = makeContext(db());
    const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
    await createAccount(ctx, admin, { email: "bo@first.example", displayName: "Bo", role: "signer", ...input });
    return (await deliverMails(ctx)).map(({ to, text }) => ({
      to,
      hasLogIn: text.includes("http://localhost:3000/login"),
      hasLink: /^http:\/\/localhost:3000\/reset\/.{43}$/m.test(text),
      hasReset: /^http:\/\/localhost:3000\/reset$/m.test(text),
      names: { host: text.includes("localhost:3000"), role: text.includes("administrator role") },
    }));
  };
  const mail = (values: object) => [{ to: "bo@first.example", names: { host: true, role: false }, ...values }];
  const password = "a long and quiet evening";

  test.each([{}, { emailProved: true }])(
    "with a password and %j: where to log in, and how to take the account back",
    async (input) => {
      expect(await create({ password, ...input })).toEqual(mail({ hasLogIn: true, hasLink: false, hasReset: true }));
    },
  );

  test("with the administrator role: the role as well", async () => {
    const named = { names: { host: true, role: true } };
    expect(await create({ password, role: "admin" })).toEqual(
      mail({ hasLogIn: true, hasLink: false, hasReset: true, ...named }),
    );
  });

  test.each([{ emailProved: true }, { role: "admin" as const }])(
    "without a password, by %j: with a link to set one",
    async (input) => {
      expect(await create(input)).toEqual(mail({ hasLogIn: false, hasLink: true, hasReset: true }));
    },
  );

  test("and none about an account that nobody can use yet", async () => {
    expect(await create({ role: "requester" })).toEqual([]);
  });
});

test("explains in the first mail to an account created by an administrator that its link sets the first password, but not in later ones", async () => {
  const ctx = makeContext(db());
  const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
  const { id } = await createAccount(ctx, admin, { email: "bo@first.example", displayName: "Bo", role: "signer" });
  await mailReset(ctx, admin, id);
  const [first] = await deliverMails(ctx);
  expect(first?.subject.replace(/[\u2066-\u2069]/g, "")).toBe("Your account at localhost:3000");
  expect(first?.text).toContain("Set a password to get started:");
  const token = /^http:\/\/localhost:3000\/reset\/(.{43})$/m.exec(first?.text ?? "")?.[1] ?? "";
  await resetPassword(ctx, { token, password: "four small green boats" });
  await mailReset(ctx, admin, id);
  const second = (await deliverMails(ctx)).find(({ subject }) => subject === "Set a new password");
  expect(second?.text).toMatch(/An administrator of .*localhost:3000.* sent you this link/);
  expect(second?.text).not.toContain("Someone");
});
