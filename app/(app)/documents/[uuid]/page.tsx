import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { DocumentView } from "@/components/documents/document/document-view";
import { listFileDeliveries } from "@/lib/delivery/webhooks/deliveries";
import { toFileDeliveryListWire } from "@/lib/delivery/webhooks/wire";
import { listAttachments, toAttachmentWire } from "@/lib/documents/attachments/read";
import { listPages } from "@/lib/documents/pages";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import { showReminders } from "@/lib/requests/reminders/schedule";
import { showHistory } from "@/lib/views/history";
import { listPdfRevisions } from "@/lib/views/list-revisions";
import { showProgress } from "@/lib/views/progress";
import { readFile } from "./read-file";

type Props = PageProps<"/documents/[uuid]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { file } = await readFile((await params).uuid);
  return { title: file.name };
}

export default async function DocumentPage({ params, searchParams }: Props) {
  const { ctx, actor, file, sequence, isRequester } = await readFile((await params).uuid);
  const { canSign, signerFileUuid } = file.settings;
  if (!isRequester && canSign && signerFileUuid) redirect(`/sign/${signerFileUuid}`);
  const [progress, versions, attachments, pages] = await Promise.all([
    showProgress(ctx, actor, { uuid: file.uuid }),
    listPdfRevisions(ctx, actor, { uuid: file.uuid }),
    listAttachments(ctx, actor, { uuid: file.uuid }),
    file.stored === "whole" ? listPages(ctx, actor, { uuid: file.uuid }).then(({ data }) => data) : [],
  ]);
  const [history, deliveries, reminders] = isRequester
    ? await Promise.all([
        showHistory(ctx, actor, { uuid: file.uuid }),
        listFileDeliveries(ctx, actor, { uuid: file.uuid }).then(toFileDeliveryListWire),
        showReminders(ctx, actor, { uuid: file.uuid }),
      ])
    : [[], null, null];
  return (
    <AreaMessages areas={["documents", "attachments", "reminders", "upload", "shell", "errors"]}>
      <DocumentView
        file={file}
        pages={pages}
        progress={progress}
        sequence={sequence}
        isRequester={isRequester}
        history={history}
        versions={versions}
        attachments={attachments.map(toAttachmentWire)}
        deliveries={deliveries}
        reminders={reminders}
        mostReminders={ctx.limits.remindersPerSigner}
        now={await ctx.now()}
        adminEmail={actor.account.role === "admin" ? actor.account.email : null}
        wasJustSent={(await searchParams).sent === "1"}
      />
    </AreaMessages>
  );
}
