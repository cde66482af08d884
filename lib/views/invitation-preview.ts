import type { SignRequest } from "@/db/schema/files";
import { accountActor } from "@/lib/accounts/actor";
import { copyMail, invitationMail } from "@/lib/channels/templates/document";
import { mailTranslator } from "@/lib/channels/templates/mail-text";
import { withPictures } from "@/lib/channels/templates/render-mail";
import type { Actor, Ctx } from "@/lib/context/context";
import { readBrandWithLogo } from "@/lib/context/settings/read";
import { getOwnFile } from "@/lib/documents/access";
import { fileNamesOf } from "@/lib/documents/envelopes/pdfs";
import { mayHaveThumbnail, readThumbnail } from "@/lib/documents/pages";
import { toUuid } from "@/lib/platform/ids";
import { dayMs } from "@/lib/platform/locale/format";
import { signerLanguage } from "@/lib/requests/signers/signer-language";
import { readActiveSigners } from "@/lib/requests/state/file-state";
import type { InvitationPreview } from "./schema";

/** Placeholder for the secret part of the link, which only the signer's own e-mail contains. */
const hiddenLink = "…";
/** Further signers get the same e-mail, with another name. */
const shownAtMost = 20;

/**
 * The invitations and copies that go out with a draft, each in the signer's language, except for its link and for the
 * name and language of their account, which the requester does not know before the release. At most 20. Throws
 * `not_found`, `forbidden`.
 */
export async function previewInvitations(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string },
): Promise<InvitationPreview[]> {
  const { account } = accountActor(actor);
  const file = await getOwnFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const people = (await readActiveSigners(ctx, file.id)).filter(
    ({ role, copyAt }) => role !== "cc" || copyAt.includes("sent"),
  );
  const signers = people.slice(0, shownAtMost);
  if (signers.length === 0) return [];
  const [{ brand }, page, now] = [await readBrandWithLogo(ctx), await readThumbnail(ctx, file, null), await ctx.now()];
  const fileNames = await fileNamesOf(ctx, file);
  const expiresAt = file.expiresAt ?? new Date(now.getTime() + ctx.limits.fileLifetimeDays * dayMs);
  return signers.map((signer) => preview(signer));

  function preview(signer: SignRequest): InvitationPreview {
    const language = signerLanguage({ signer, accountLanguage: null, requester: account });
    const name = signer.displayName || signer.email;
    const facts = {
      requesterName: account.displayName,
      requesterEmail: account.email,
      documentName: file.name,
      description: signer.description,
      subject: signer.subject,
      expiresAt,
      pageCount: file.pages.length,
      fileNames,
      thumbnail: mayHaveThumbnail(signer) ? page : null,
    };
    const t = mailTranslator(language, brand, signer.timeZone ?? account.timeZone);
    const { subject, text, html, inline } =
      signer.role === "cc"
        ? copyMail(t, {
            ...facts,
            recipientName: name,
            documentUrl: null,
            isAttached: !ctx.usesMessageInbox && file.size <= ctx.limits.mailAttachmentBytes,
            isFollowed: signer.copyAt.includes("completed"),
          })
        : invitationMail(t, {
            ...facts,
            publicUrl: ctx.publicUrl,
            signRequestUuid: hiddenLink,
            signerName: name,
            occasion: "first",
            delegation: null,
            role: signer.role,
          });
    return {
      signRequestId: signer.id,
      to: signer.email,
      name,
      language,
      subject,
      text,
      html: withPictures(html, inline),
    };
  }
}
