import type { Account } from "@/db/schema/accounts";
import type { SignRequest } from "@/db/schema/files";
import { appendAuditEvent } from "@/lib/audit/append";
import type { Ctx } from "@/lib/context";
import { invalid } from "@/lib/errors";
import { markDone } from "@/lib/idempotency/mark-done";
import { enqueue } from "@/lib/outbox/enqueue";
import { insertAccountLink, makeLinkToken } from "./account-link";
import { insertAccount } from "./insert";
import { acceptPassword } from "./password-rules";
import type { NewInvitedAccount } from "./schema";

/** The request that the link in the signer's mail led to; whoever calls has found it by that link. */
export type Invitation = Pick<SignRequest, "id" | "fileId" | "email" | "displayName">;

/** Whether the link could still be used to sign: an older one may have been forwarded with the document and proves no mailbox. */
export interface LinkFacts {
  isLive: boolean;
}

/**
 * The account of an invited signer. A live link was read in the mailbox, so the address counts as proved (docs/spec/api.md#proved-addresses); by a
 * link whose signing is over the account is made unproved, and a confirmation is mailed.
 * Throws `validation_failed` for another address or a weak password, `account_exists`.
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
  return ctx.tx(async (inner) => {
    const account = await insertAccount(inner, {
      email: input.email,
      displayName,
      language: input.language ?? null,
      passwordHash,
      role: "signer",
      madeBy: "invitation",
      ...(isLive ? { emailProvedAt: await inner.now(), emailProof: "invitation" as const } : {}),
    });
    if (!isLive) await mailConfirmation(inner, account.id);
    const itself = { kind: "account", account, proof: "password", scopes: [], signedInAt: null } as const;
    await appendAuditEvent(inner, itself, invitation.fileId, {
      type: "account.created_from_link",
      data: { signRequestId: invitation.id, accountId: account.id },
    });
    await markDone(inner, { accountId: account.id });
    return account;
  });
}

async function mailConfirmation(ctx: Ctx, accountId: number): Promise<void> {
  const token = makeLinkToken();
  await insertAccountLink(ctx, accountId, "confirmation", token);
  await enqueue(ctx, "accountMail", { template: "confirmation", accountId }, { secret: token });
}
