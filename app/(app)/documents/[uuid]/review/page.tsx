import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ReviewForm } from "@/components/documents/review/review-form";
import { listPages } from "@/lib/documents/pages";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import { showReminders } from "@/lib/requests/reminders/schedule";
import { findBrokenConditions } from "@/lib/requests/state/file-state";
import { previewInvitations } from "@/lib/views/invitation-preview";
import { readDraft } from "../read-file";

type Props = PageProps<"/documents/[uuid]/review">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { file } = await readDraft((await params).uuid);
  return { title: (await getTranslations("documents.review"))("pageTitle", { name: file.name }) };
}

export default async function ReviewPage({ params }: Props) {
  const { ctx, actor, file } = await readDraft((await params).uuid);
  const { uuid, name, files, status, contentDeletedAt, sha256, expiresAt, signers, visibleElements } = file;
  const [{ data: pages }, mails, { reminders }, conditions] = await Promise.all([
    listPages(ctx, actor, { uuid }),
    previewInvitations(ctx, actor, { uuid }),
    showReminders(ctx, actor, { uuid }),
    findBrokenConditions(ctx, actor, { uuid }),
  ]);
  return (
    <AreaMessages areas={["documents", "reminders", "upload", "shell", "errors"]}>
      {/* A changed draft resets the review. Subject and message are edited here: saving them must not reset later
          input. */}
      <ReviewForm
        key={JSON.stringify([signers.map((signer) => ({ ...signer, description: null, subject: null })), expiresAt])}
        file={{
          ...{ uuid, name, status, contentDeletedAt, sha256, expiresAt, signers, visibleElements },
          ...(files ? { files } : {}),
        }}
        pages={pages}
        mails={mails}
        reminders={reminders}
        conditions={conditions}
      />
    </AreaMessages>
  );
}
