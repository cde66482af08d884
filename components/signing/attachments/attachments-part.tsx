"use client";

import { useTranslations } from "next-intl";
import { isolate } from "@/lib/platform/locale/format";
import { RequestedFile } from "./requested-file";
import type { Attachments } from "./use-attachments";

interface AttachmentsPartProps {
  u: string;
  sender: string;
  attachments: Attachments;
}

/** The files that the sender asks for, above the document. */
export function AttachmentsPart({ u, sender, attachments }: AttachmentsPartProps) {
  const t = useTranslations("attachments.upload");
  const { requests } = attachments;
  const count = requests.length;
  return (
    <section
      aria-labelledby="attachments-heading"
      className="mb-4 rounded-card border border-hairline bg-surface p-4 sm:p-5"
    >
      <h2 id="attachments-heading" className="text-reading font-semibold">
        {t("title", { count })}
      </h2>
      <p className="mt-0.5 text-ui text-muted">{t("lead", { sender: isolate(sender), count })}</p>
      <ul className="mt-3 flex flex-col gap-4">
        {requests.map((request) => (
          <RequestedFile key={request.id} u={u} sender={sender} request={request} attachments={attachments} />
        ))}
      </ul>
    </section>
  );
}
