import { expect, test } from "vitest";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { deliverMails } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { createAccount } from "./create";
import { mailReset, resetPassword } from "./passwords";

const database = useCommittedDatabase();
const makeContext = useTestContext();

test("explains in the first mail to an account created by an administrator that its link sets the first password, but not in later ones", async () => {
  const ctx = makeContext(database().db);
  const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
  const { id } = await createAccount(ctx, admin, { email: "bo@first.example", displayName: "Bo", role: "signer" });
  await mailReset(ctx, admin, id);
  const [first] = await deliverMails(ctx);
  expect(first?.subject.replace(/[\u2066-\u2069]/g, "")).toBe("Your account at localhost:3000");
  expect(first?.text).toContain("Set a password to get started:");
  const token = /^http:\/\/localhost:3000\/reset\/(.{43})$/m.exec(first?.text ?? "")?.[1] ?? "";
  await resetPassword(ctx, { token, password: "four small green boats" });
  await mailReset(ctx, admin, id);
  expect((await deliverMails(ctx)).map(({ subject }) => subject)).toContain("Set a new password");
});
