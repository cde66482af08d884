import { accountActor } from "@/lib/accounts/actor";
import { mailTranslator } from "@/lib/channels/templates/mail-text";
import { invitationMail } from "@/lib/channels/templates/request";
import { getOwnFile } from "@/lib/documents/access";
import type { Actor, Ctx } from "@/lib/platform/context";
import { toUuid } from "@/lib/platform/ids";
import { readActiveSigners } from "@/lib/requests/file-state";
import { signerLanguage } from "@/lib/requests/signer-language";
import type { InvitationPreview } from "./schema";

const dayMilliseconds = 24 * 3600 * 1000;
/** Placeholder for the secret part of the link, which only the signer's own mail contains. */
const hiddenLink = "…";

/**
 * The invitation that a draft's first signer will get, except for its link and for the name and language of their account, which the
 * requester does not know before the release; null without signers. Throws `not_found`, `forbidden`.
 */
export async function previewInvitation(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string },
): Promise<InvitationPreview | null> {
  const { account } = accountActor(actor);
  const file = await getOwnFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const [signer] = await readActiveSigners(ctx, file.id);
  if (!signer) return null;
  const language = signerLanguage({ signer, accountLanguage: null, requester: account });
  const now = await ctx.now();
  const { subject, text } = invitationMail(mailTranslator(language), {
    publicUrl: ctx.publicUrl,
    signRequestUuid: hiddenLink,
    signerName: signer.displayName || signer.email,
    requesterName: account.displayName,
    requesterEmail: account.email,
    documentName: file.name,
    description: signer.description,
    expiresAt: file.expiresAt ?? new Date(now.getTime() + ctx.limits.fileLifetimeDays * dayMilliseconds),
    occasion: "first",
  });
  return { to: signer.email, language, subject, text };
}
