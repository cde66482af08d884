"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { handOver, RefusedFile } from "@/components/documents/new/new-document";
import { PageHeader } from "@/components/ui/page-header";
import { DropArea } from "../drop-area";
import { DocumentChooser, useDocumentChoice } from "../new/document-choice";

/** Header of the documents page. Accounts that may request signatures can choose a document, or drop one anywhere. */
export function DocumentsHeader({ mayRequest, maxBytes }: { mayRequest: boolean; maxBytes: number }) {
  const t = useTranslations("documents");
  return mayRequest ? <StartingHeader maxBytes={maxBytes} /> : <PageHeader title={t("title")} />;
}

function StartingHeader({ maxBytes }: { maxBytes: number }) {
  const t = useTranslations("documents");
  const router = useRouter();
  const { refused, choose } = useDocumentChoice(maxBytes, (chosen) => {
    handOver(chosen.kind === "document" ? [chosen.file] : chosen.files);
    router.push("/documents/new");
  });
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          <DocumentChooser variant="primary" icon={<Plus aria-hidden className="size-4" />} onChoose={choose}>
            {t("start.new")}
          </DocumentChooser>
        }
      />
      {refused && <RefusedFile refused={refused} maxBytes={maxBytes} />}
      <DropArea label={t("start.drop")} onDrop={choose} />
    </>
  );
}
