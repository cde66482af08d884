import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accountLinks, accounts } from "@/db/schema/accounts";
import { outboxJobs } from "@/db/schema/work";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import { changeSettings } from "@/lib/administration/settings";
import { logIn } from "@/lib/auth/log-in";
import { tokenActor } from "@/lib/auth/resolve-actor";
import { findSession, startSession } from "@/lib/auth/session";
import type { MailMessage } from "@/lib/channels/messenger";
import type { Ctx } from "@/lib/context/context";
import { defaultLimits } from "@/lib/platform/limits";
import { actingAs, makeAccount, testPassword } from "@/lib/testing/accounts";
import { only } from "@/lib/testing/representatives";
import { deliverMails } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { readAccountLink } from "./account-link";
import { askForConfirmation, confirmAddress } from "./confirm-address";
import { findAccountByEmail } from "./find";
import { askForReset, mailReset, resetPassword } from "./passwords";
import { registerAccount } from "./register";
import { createToken } from "./tokens";

const db = useRolledBackDatabase();
const makeContext = useTestContext();
const newPassword = "four small green boats";

/** Runs the queued jobs; returns the e-mails sent. */
async function deliver(ctx: Ctx): Promise<MailMessage[]> {
  // Within the test's single transaction, the queueing time may be rounded up past now.
  await ctx.db.update(outboxJobs).set({ runAt: new Date(0) });
  return deliverMails(ctx);
}

/** The token of the link on a separate line of an e-mail's plain text. */
function tokenIn(mail: MailMessage | undefined, page: string): string {
  const found = mail?.text
    .split("\n")
    .map((line) => new RegExp(`^http://localhost:3000/${page}/([A-Za-z0-9_-]{43})$`).exec(line)?.[1])
    .find(Boolean);
  if (!found) throw new Error(`no link to /${page} in: ${mail?.text}`);
  return found;
}

async function resetToken(ctx: Ctx, email: string): Promise<string> {
  await askForReset(ctx, email);
  return tokenIn((await deliver(ctx)).at(-1), "reset");
}

const codeOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => "done",
    (error: { code: string }) => error.code,
  );
const makeOld = (ctx: Ctx) => ctx.db.update(accountLinks).set({ expiresAt: sql`now() - interval '1 second'` });

async function openSignup(ctx: Ctx): Promise<void> {
  await changeSettings(ctx, actingAs(await makeAccount(ctx, { role: "admin" })), { signup: "open" });
}

const bo = { email: "bo@x.example", displayName: "Bo", password: newPassword };

describe("a reset", () => {
  test("sets the password, ends every session and token, clears the lock, proves the address, and notifies the owner", async () => {
    const ctx = makeContext(db());
    const account = await makeAccount(ctx, { emailProvedAt: null, emailProof: null });
    const session = await startSession(ctx, account);
    const { token: apiToken } = await createToken(ctx, actingAs(account), { name: "t" });
    await ctx.db.update(accounts).set({ failedLoginsInRow: 100 });
    const token = await resetToken(ctx, account.email);
    await resetPassword(ctx, { token, password: newPassword });
    expect(await findSession(ctx, session)).toBeNull();
    expect(await codeOf(tokenActor(ctx, apiToken, null))).toBe("invalid_credentials");
    expect((await findAccountByEmail(ctx, account.email))?.account).toMatchObject({
      failedLoginsInRow: 0,
      emailProof: "confirmation",
    });
    expect(await codeOf(logIn(ctx, account.email, testPassword))).toBe("invalid_credentials");
    expect(await codeOf(logIn(ctx, account.email, newPassword))).toBe("done");
    expect((await deliver(ctx)).map(({ to, subject }) => [to, subject])).toEqual([
      [account.email, "Your password was changed"],
    ]);
  });

  test("works once, and voids links requested before it @exhaustive", async () => {
    const ctx = makeContext(db());
    const { email } = await makeAccount(ctx);
    const [first, second] = [await resetToken(ctx, email), await resetToken(ctx, email)];
    await resetPassword(ctx, { token: second, password: newPassword });
    expect(await codeOf(resetPassword(ctx, { token: second, password: "another good one" }))).toBe("link_expired");
    expect(await codeOf(resetPassword(ctx, { token: first, password: "another good one" }))).toBe("link_expired");
    expect((await logIn(ctx, email, newPassword)).account.email).toBe(email);
  });

  test("expires after an hour and reports that", async () => {
    const ctx = makeContext(db());
    const { email } = await makeAccount(ctx);
    const token = await resetToken(ctx, email);
    const [link] = await ctx.db.select().from(accountLinks);
    expect((link?.expiresAt.getTime() ?? 0) - (link?.createdAt.getTime() ?? 0)).toBe(3600_000);
    await makeOld(ctx);
    expect(await readAccountLink(ctx, "reset", token)).toEqual({ state: "over" });
    expect(await codeOf(resetPassword(ctx, { token, password: newPassword }))).toBe("link_expired");
  });

  test("is not used up by viewing its page or by a weak password @exhaustive", async () => {
    const ctx = makeContext(db());
    const { id, email } = await makeAccount(ctx);
    const token = await resetToken(ctx, email);
    for (let look = 0; look < 3; look++)
      expect(await readAccountLink(ctx, "reset", token)).toEqual({ state: "live", accountId: id, email });
    expect(await codeOf(resetPassword(ctx, { token, password: "password123" }))).toBe("validation_failed");
    expect(await codeOf(resetPassword(ctx, { token, password: newPassword }))).toBe("done");
  });

  test("returns not found for an unknown token, or one that confirms an address", async () => {
    const ctx = makeContext(db());
    await openSignup(ctx);
    await registerAccount(ctx, bo);
    const confirmation = tokenIn((await deliver(ctx))[0], "confirm");
    for (const token of ["x".repeat(43), confirmation]) {
      expect(await codeOf(resetPassword(ctx, { token, password: newPassword }))).toBe("not_found");
      expect(await readAccountLink(ctx, "reset", token)).toEqual({ state: "unknown" });
    }
  });

  test("stores only the hash of its token, and queues token and address encrypted until the mail is sent", async () => {
    const ctx = makeContext(db());
    const { email } = await makeAccount(ctx);
    await askForReset(ctx, email);
    const queued = (await ctx.db.select().from(outboxJobs)).at(-1);
    expect(JSON.stringify(queued?.payload)).toBe("{}");
    const wish = JSON.parse(ctx.secrets.open("outbox", queued?.sealed ?? Buffer.alloc(0)).toString()) as {
      email: string;
      token: string;
    };
    expect(wish.email).toBe(email);
    const token = tokenIn((await deliver(ctx))[0], "reset");
    expect(token).toBe(wish.token);
    expect(JSON.stringify(await ctx.db.select().from(accountLinks))).not.toContain(token);
    expect((await ctx.db.select().from(outboxJobs)).at(-1)?.sealed).toBeNull();
  });
});

describe("requesting a reset", () => {
  test("does the same work for an address without an account, and sends no mail", async () => {
    const ctx = makeContext(db());
    const { email } = await makeAccount(ctx);
    const statements: number[] = [];
    for (const address of [email, "nobody@x.example"]) {
      let count = 0;
      const counted = {
        ...ctx,
        db: new Proxy(ctx.db, {
          get: (target, name) => {
            if (name === "execute" || name === "insert" || name === "select" || name === "update") count++;
            return Reflect.get(target, name) as unknown;
          },
        }),
      };
      expect(await codeOf(askForReset(counted, address))).toBe("done");
      statements.push(count);
    }
    expect(statements[0]).toBe(statements[1]);
    const jobs = await ctx.db.select().from(outboxJobs);
    expect(jobs.map(({ kind, payload }) => [kind, payload])).toEqual([
      ["reset", {}],
      ["reset", {}],
    ]);
    expect((await deliver(ctx)).map(({ to }) => to)).toEqual([email]);
  });

  test("more than five times an hour for one address is throttled, known or not", async () => {
    const ctx = makeContext(db());
    const { email } = await makeAccount(ctx);
    for (const address of [email, "nobody@x.example"]) {
      const codes: string[] = [];
      for (let time = 0; time < 6; time++) codes.push(await codeOf(askForReset(ctx, address)));
      expect(codes).toEqual([...Array<string>(5).fill("done"), "rate_limited"]);
    }
  });

  test("stays available after strangers register the address repeatedly, and so does an administrator's reset @exhaustive", async () => {
    const ctx = makeContext(db());
    await changeSettings(ctx, actingAs(await makeAccount(ctx, { role: "admin" })), { signup: "open" });
    const { id, email } = await makeAccount(ctx);
    const codes: string[] = [];
    for (let time = 0; time < 6; time++)
      codes.push(
        await codeOf(registerAccount(ctx, { email, displayName: "Stranger", password: "three small green boats" })),
      );
    expect(codes.at(-1)).toBe("rate_limited");
    for (let time = 0; time < 5; time++) expect(await codeOf(askForReset(ctx, email))).toBe("done");
    expect(await codeOf(mailReset(ctx, actingAs(await makeAccount(ctx, { role: "admin" })), id))).toBe("done");
  });

  test("is throttled for many addresses from one network", async () => {
    const ctx = makeContext(db(), { limits: { ...defaultLimits, accountMailsPerNetworkPerHour: 3 } });
    const codes: string[] = [];
    for (let time = 0; time < 4; time++) codes.push(await codeOf(askForReset(ctx, `nobody${time}@x.example`)));
    expect(codes).toEqual(["done", "done", "done", "rate_limited"]);
  });
});

describe("registering", () => {
  test("is forbidden if accounts are by invitation, and creates nothing", async () => {
    const ctx = makeContext(db());
    expect(await codeOf(registerAccount(ctx, bo))).toBe("forbidden");
    expect(await findAccountByEmail(ctx, bo.email)).toBeNull();
  });

  test("creates a requester whose address is unproved until the mailed link is confirmed", async () => {
    const ctx = makeContext(db());
    await openSignup(ctx);
    await registerAccount(ctx, bo);
    const { account } = await logIn(ctx, bo.email, bo.password);
    expect(account).toMatchObject({ role: "requester", madeBy: "signup", emailProvedAt: null });
    const [mail] = await deliver(ctx);
    expect(mail?.to).toBe(bo.email);
    const token = tokenIn(mail, "confirm");
    expect(await readAccountLink(ctx, "confirmation", token)).toMatchObject({ state: "live", email: bo.email });
    expect((await confirmAddress(ctx, actingAs(account), token)).emailProvedAt).toBeInstanceOf(Date);
    expect((await findAccountByEmail(ctx, bo.email))?.account.emailProof).toBe("confirmation");
    expect(await codeOf(confirmAddress(ctx, actingAs(account), token))).toBe("link_expired");
  });

  test("answers an existing address the same way, changes nothing, and notifies the owner", async () => {
    const ctx = makeContext(db());
    await openSignup(ctx);
    const account = await makeAccount(ctx, { displayName: "Ana" });
    expect(await registerAccount(ctx, { ...bo, email: account.email })).toBe(await registerAccount(ctx, bo));
    expect((await deliver(ctx)).map(({ to, subject }) => [to, subject]).sort()).toEqual(
      [
        [account.email, "You already have an account"],
        [bo.email, "Confirm your address"],
      ].sort(),
    );
    expect((await logIn(ctx, account.email, testPassword)).account.displayName).toBe("Ana");
    expect(await codeOf(logIn(ctx, account.email, bo.password))).toBe("invalid_credentials");
  });

  test("rejects a weak password the same way for every address", async () => {
    const ctx = makeContext(db());
    await openSignup(ctx);
    const { email } = await makeAccount(ctx);
    for (const address of [email, "new@x.example"])
      expect(await codeOf(registerAccount(ctx, { ...bo, email: address, password: "password123" }))).toBe(
        "validation_failed",
      );
  });
});

describe("a confirmation", () => {
  test("needs a log-in to its own account: a click by the mailbox's owner does not prove another account", async () => {
    const ctx = makeContext(db());
    await openSignup(ctx);
    await registerAccount(ctx, bo);
    const token = tokenIn((await deliver(ctx))[0], "confirm");
    expect(await codeOf(confirmAddress(ctx, actingAs(await makeAccount(ctx)), token))).toBe("not_found");
    expect(await codeOf(confirmAddress(ctx, { kind: "public" }, token))).toBe("unauthenticated");
    expect((await findAccountByEmail(ctx, bo.email))?.account.emailProvedAt).toBeNull();
  });

  test("can be requested again once expired, but is not sent for a proved address", async () => {
    const ctx = makeContext(db());
    const account = await makeAccount(ctx, { emailProvedAt: null, emailProof: null });
    await askForConfirmation(ctx, actingAs(account));
    const old = tokenIn((await deliver(ctx))[0], "confirm");
    await makeOld(ctx);
    expect(await codeOf(confirmAddress(ctx, actingAs(account), old))).toBe("link_expired");
    await askForConfirmation(ctx, actingAs(account));
    await confirmAddress(ctx, actingAs(account), tokenIn((await deliver(ctx))[0], "confirm"));
    const proved = only(await ctx.db.select().from(accounts).where(eq(accounts.id, account.id)));
    await askForConfirmation(ctx, actingAs(proved));
    expect(await deliver(ctx)).toEqual([]);
  });

  test("is not mailed if its link was used before", async () => {
    const ctx = makeContext(db());
    const account = await makeAccount(ctx, { emailProvedAt: null, emailProof: null });
    await askForConfirmation(ctx, actingAs(account));
    await ctx.db.update(accountLinks).set({ usedAt: sql`now()` });
    expect(await deliver(ctx)).toEqual([]);
  });
});

describe("concurrency", () => {
  const database = useCommittedDatabase();

  test("lets only one of ten resets with the same link succeed @exhaustive", async () => {
    const ctx = makeContext(database().db);
    const { email } = await makeAccount(ctx);
    const token = await resetToken(ctx, email);
    const codes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        codeOf(resetPassword(ctx, { token, password: `four small green boats ${index}` })),
      ),
    );
    expect(codes.filter((code) => code === "done")).toHaveLength(1);
    expect(codes.filter((code) => code === "link_expired")).toHaveLength(9);
  });

  test("creates one account from ten registrations of an address, and gives all of them the same response @exhaustive", async () => {
    const ctx = makeContext(database().db, { limits: { ...defaultLimits, accountMailsPerAddressPerHour: 100 } });
    await openSignup(ctx);
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(registerAccount(ctx, bo))));
    expect(codes).toEqual(Array<string>(10).fill("done"));
    expect(await ctx.db.select().from(accounts).where(eq(accounts.email, bo.email))).toHaveLength(1);
  });
});
