import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { accounts, apiTokens, sessions } from "@/db/schema/accounts";
import { adminActivity } from "@/db/schema/administration";
import { outboxJobs } from "@/db/schema/work";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { startSession } from "@/lib/auth/session";
import { defaultLimits } from "@/lib/platform/limits";
import { makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";

const database = useCommittedDatabase();
const makeContext = useTestContext();

const bundle = ["dist/reset-password.mjs"];

/** `program` bundles the command, or is the bundle. */
function run(program: readonly string[], email: string, variables: Record<string, string> = {}) {
  const env = {
    NODE_ENV: "test",
    PATH: process.env["PATH"] ?? "",
    DATABASE_URL: database().url,
    APP_SECRET: "91f3c6a2d5e84b07916a3c5d7e2f4b80",
    ...variables,
  } as const;
  return promisify(execFile)(process.execPath, [...program, `--email=${email}`], { env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr }),
  );
}

test("sets the password of a locked administrator on the server: the old credentials end, and the owner is notified", async () => {
  const ctx = makeContext(database().db);
  const made = await makeAccount(ctx, { role: "admin", failedLoginsInRow: defaultLimits.loginFailuresInRow });
  await startSession(ctx, made);
  const read = async () => {
    const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, made.id));
    return account ?? made;
  };

  const random = await run(["scripts/run.mjs", "scripts/reset-password.ts"], made.email.toUpperCase());
  expect(random.code, random.output).toBe(0);
  const password = /: (\S{20,})$/m.exec(random.output)?.[1] ?? "";
  const account = await read();
  expect(await ctx.passwords.verify(account.passwordHash, password)).toBe(true);
  expect(account).toMatchObject({ failedLoginsInRow: 0, credentialsVersion: made.credentialsVersion + 1 });
  expect((await ctx.db.select().from(sessions)).map(({ endedAt }) => endedAt)).toEqual([expect.any(Date)]);
  expect(await ctx.db.select().from(apiTokens)).toEqual([]);
  expect(await ctx.db.select().from(adminActivity)).toMatchObject([
    { type: "account.password_set", accountId: null, data: { accountId: made.id } },
  ]);
  expect((await ctx.db.select().from(outboxJobs)).map(({ kind, payload }) => [kind, payload])).toEqual([
    ["accountMail", { template: "password_changed", accountId: made.id }],
  ]);

  const chosen = await run(bundle, made.email, { NEW_PASSWORD: "seven purple tractors" });
  expect(chosen).toMatchObject({ code: 0, output: expect.not.stringContaining("seven purple tractors") });
  expect(await ctx.passwords.verify((await read()).passwordHash, "seven purple tractors")).toBe(true);

  for (const [email, NEW_PASSWORD] of [
    [made.email, "1234567890"],
    ["nobody@example.org", "seven yellow tractors"],
  ] as const)
    expect((await run(bundle, email, { NEW_PASSWORD })).code).toBe(1);
  expect(await ctx.passwords.verify((await read()).passwordHash, "seven purple tractors")).toBe(true);
}, 120_000);
