import { and, eq, isNotNull } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { accountActor } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";
import { getOwnFile } from "@/lib/files/access";
import { toUuid } from "@/lib/files/identifiers";
import { invitationMail } from "@/lib/messaging/templates/invitation";
import { mailWords } from "@/lib/messaging/templates/mail-words";
import { readActiveSigners } from "@/lib/sign-requests/active-signers";
import { signerLanguage } from "@/lib/sign-requests/signer-language";
import type { InvitationPreview } from "./schema";

const dayMilliseconds = 24 * 3600 * 1000;
/** Stands for the part of the link that only the signer's own mail may hold. */
const hiddenLink = "…";

/** The invitation that the first signer of a draft will get, but for its link; null while there is no signer. Throws `not_found`, `forbidden`. */
export async function previewInvitation(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string },
): Promise<InvitationPreview | null> {
  const { account } = accountActor(actor);
  const file = await getOwnFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const [signer] = await readActiveSigners(ctx, file.id);
  if (!signer) return null;
  const [named] = await ctx.db
    .select({ name: accounts.displayName, language: accounts.language })
    .from(accounts)
    .where(and(eq(accounts.email, signer.email), isNotNull(accounts.emailProvedAt)));
  const language = signerLanguage({ signer, accountLanguage: named?.language ?? null, requester: account });
  const now = await ctx.now();
  const { subject, text } = invitationMail(mailWords(language), {
    publicUrl: ctx.publicUrl,
    signRequestUuid: hiddenLink,
    signerName: signer.displayName || named?.name || signer.email,
    requesterName: account.displayName,
    requesterEmail: account.email,
    documentName: file.name,
    description: signer.description,
    expiresAt: file.expiresAt ?? new Date(now.getTime() + ctx.limits.fileLifetimeDays * dayMilliseconds),
    occasion: "first",
  });
  return { to: signer.email, language, subject, text };
}
