import { eq } from "drizzle-orm";
import { accounts, type Account } from "@/db/schema/accounts";
import type { SignRequest } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { DomainError, invalid } from "@/lib/platform/errors";
import { normaliseEmail } from "@/lib/platform/plain-text";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { recordAdminActivity } from "@/lib/records/record-admin-activity";
import { insertAccountLink, makeLinkToken } from "./account-link";
import { assertAdmin, assertFreshProof, mayRequest } from "./actor";
import { acceptPassword, hashUnknownPassword, queuePasswordLink } from "./passwords";
import type { NewAccount, NewInvitedAccount } from "./schema";
import { assertValidCredential } from "./valid-credential";

/**
 * Creates an account, by an administrator. A role beyond signer, a password and a proved address need the
 * administrator's recently given password: each would give access beyond the life of a stolen token. The owner of the
 * address gets an e-mail about an account with a password, a proved address or the administrator's role, with a link
 * to set a password if there is none. Throws `forbidden`, `reauth_required`, `validation_failed` (weak password),
 * `account_exists`.
 */
export async function createAccount(ctx: Ctx, actor: Actor, input: NewAccount): Promise<Account> {
  const acting = assertAdmin(actor);
  const hasPassword = input.password !== undefined;
  if (mayRequest(input.role) || hasPassword || input.emailProved) await assertFreshProof(ctx, acting);
  const passwordHash =
    input.password === undefined
      ? await hashUnknownPassword(ctx)
      : await ctx.passwords.hash(acceptPassword("/password", input.password, input));
  const made = await ctx.tx(async (inner) => {
    await assertValidCredential(inner, acting);
    const account = await insertAccount(inner, {
      email: input.email,
      displayName: input.displayName,
      passwordHash,
      role: input.role,
      madeBy: "administrator",
      isNameByToken: acting.proof === "token",
      ...(input.emailProved ? { emailProvedAt: await inner.now(), emailProof: "administrator" as const } : {}),
    });
    if (hasPassword) await enqueue(inner, "accountMail", { template: "account_created", accountId: account.id });
    else if (input.emailProved || input.role === "admin") await queuePasswordLink(inner, account, "new");
    await recordAdminActivity(inner, acting, "account.created", { accountId: account.id, role: account.role });
    await markDone(inner, { accountId: account.id });
    return account;
  });
  ctx.wakeOutbox();
  return made;
}

/** The request behind the link in the signer's e-mail; the caller found it by that link. */
type Invitation = Pick<SignRequest, "id" | "fileId" | "email" | "displayName">;

/**
 * Whether the link can still be used to sign: an older one may have been forwarded with the document and proves no
 * mailbox.
 */
interface LinkFacts {
  isLive: boolean;
}

/**
 * Creates the account of an invited signer. A live link proves the address for its own request, and the owner gets an
 * e-mail, because the link may have been forwarded (docs/spec/api.md#proved-addresses). Through a finished link the
 * account is created unproved, and a confirmation is e-mailed. Throws `validation_failed` for another address or a weak password, `account_exists`.
 */
export async function createInvitedAccount(
  ctx: Ctx,
  invitation: Invitation,
  input: NewInvitedAccount,
  { isLive }: LinkFacts,
): Promise<Account> {
  if (input.email !== invitation.email)
    throw invalid("/email", "email_not_invited", "The address is not the one that was invited");
  const displayName = input.displayName ?? invitation.displayName ?? input.email;
  const passwordHash = await ctx.passwords.hash(
    acceptPassword("/password", input.password, { email: input.email, displayName }),
  );
  const made = await ctx.tx(async (inner) => {
    const account = await insertAccount(inner, {
      email: input.email,
      displayName,
      language: input.language ?? null,
      passwordHash,
      role: "signer",
      madeBy: "invitation",
      ...(isLive
        ? {
            emailProvedAt: await inner.now(),
            emailProof: "invitation" as const,
            emailProofRequestId: invitation.id,
          }
        : {}),
    });
    if (isLive)
      await enqueue(inner, "accountMail", {
        template: "created_by_link",
        accountId: account.id,
        signRequestId: invitation.id,
      });
    else await mailConfirmation(inner, account.id);
    const itself = { kind: "account", account, proof: "password", scopes: [], signedInAt: null } as const;
    await appendAuditEvent(inner, itself, invitation.fileId, {
      type: "account.created_from_link",
      data: { signRequestId: invitation.id, accountId: account.id },
    });
    await markDone(inner, { accountId: account.id });
    return account;
  });
  ctx.wakeOutbox();
  return made;
}

async function mailConfirmation(ctx: Ctx, accountId: number): Promise<void> {
  const token = makeLinkToken();
  await insertAccountLink(ctx, accountId, "confirmation", token);
  await enqueue(ctx, "accountMail", { template: "confirmation", accountId }, { secret: token });
}

/**
 * At start: creates the first administrator from the configuration. Does nothing once one exists, so that the
 * configuration cannot restore a changed password. Safe when two processes start concurrently. Throws
 * `validation_failed` (weak password).
 */
export async function ensureFirstAdministrator(
  ctx: Ctx,
  administrator: { email: string; password: string },
): Promise<void> {
  const [existing] = await ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.role, "admin")).limit(1);
  if (existing) return;
  const email = normaliseEmail(administrator.email);
  const password = acceptPassword("/ADMIN_PASSWORD", administrator.password, { email, displayName: email });
  await insertAccount(ctx, {
    email,
    displayName: email,
    passwordHash: await ctx.passwords.hash(password),
    role: "admin",
    madeBy: "administrator",
    emailProvedAt: await ctx.now(),
    emailProof: "administrator",
  }).catch((error: unknown) => {
    if (!(error instanceof DomainError && error.code === "account_exists")) throw error;
  });
}

/** Inserts an account. Throws `account_exists` when the address has one. */
export async function insertAccount(ctx: Ctx, values: typeof accounts.$inferInsert): Promise<Account> {
  const [account] = await ctx.db
    .insert(accounts)
    .values(values)
    .onConflictDoNothing({ target: accounts.email })
    .returning();
  if (!account) throw new DomainError("account_exists");
  return account;
}
