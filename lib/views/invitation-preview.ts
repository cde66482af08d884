import type { SignRequest } from "@/db/schema/files";
import { accountActor } from "@/lib/accounts/actor";
import { mailTranslator } from "@/lib/channels/templates/mail-text";
import { invitationMail } from "@/lib/channels/templates/request";
import { withPictures } from "@/lib/channels/templates/with-pictures";
import { getOwnFile } from "@/lib/documents/access";
import { mayHaveThumbnail, readThumbnail } from "@/lib/documents/page-thumbnail";
import type { Actor, Ctx } from "@/lib/platform/context";
import { toUuid } from "@/lib/platform/ids";
import { readBrandWithLogo } from "@/lib/platform/settings/branding";
import { readActiveSigners } from "@/lib/requests/file-state";
import { signerLanguage } from "@/lib/requests/signer-language";
import type { InvitationPreview } from "./schema";

const dayMilliseconds = 24 * 3600 * 1000;
/** Placeholder for the secret part of the link, which only the signer's own mail contains. */
const hiddenLink = "…";
/** Signers beyond these get the same mail as theirs, with another name. */
const shownAtMost = 20;

/**
 * The invitations that a draft's signers will get, each in the signer's language, except for its link and for the name and language of their account, which the
 * requester does not know before the release. At most 20. Throws `not_found`, `forbidden`.
 */
export async function previewInvitations(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string },
): Promise<InvitationPreview[]> {
  const { account } = accountActor(actor);
  const file = await getOwnFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const signers = (await readActiveSigners(ctx, file.id)).slice(0, shownAtMost);
  if (signers.length === 0) return [];
  const [{ brand }, page, now] = [await readBrandWithLogo(ctx), await readThumbnail(ctx, file, null), await ctx.now()];
  const expiresAt = file.expiresAt ?? new Date(now.getTime() + ctx.limits.fileLifetimeDays * dayMilliseconds);
  return signers.map((signer) => preview(signer));

  function preview(signer: SignRequest): InvitationPreview {
    const language = signerLanguage({ signer, accountLanguage: null, requester: account });
    const { subject, text, html, inline } = invitationMail(mailTranslator(language, brand), {
      publicUrl: ctx.publicUrl,
      signRequestUuid: hiddenLink,
      signerName: signer.displayName || signer.email,
      requesterName: account.displayName,
      requesterEmail: account.email,
      documentName: file.name,
      description: signer.description,
      expiresAt,
      pageCount: file.pages.length,
      thumbnail: mayHaveThumbnail(signer) ? page : null,
      occasion: "first",
    });
    return {
      signRequestId: signer.id,
      to: signer.email,
      name: signer.displayName || signer.email,
      language,
      subject,
      text,
      html: withPictures(html, inline),
    };
  }
}
