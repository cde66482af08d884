"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { handOver, PdfChooser, RefusedFile } from "@/components/documents/new/new-document";
import { PageHeader } from "@/components/ui/page-header";
import { DropArea } from "../drop-area";
import { usePdfChoice } from "../new/use-pdf-choice";

/** Header of the documents page. Accounts that may request signatures can choose a PDF, or drop one anywhere. */
export function DocumentsHeader({ mayRequest, maxBytes }: { mayRequest: boolean; maxBytes: number }) {
  const t = useTranslations("documents");
  return mayRequest ? <StartingHeader maxBytes={maxBytes} /> : <PageHeader title={t("title")} />;
}

function StartingHeader({ maxBytes }: { maxBytes: number }) {
  const t = useTranslations("documents");
  const router = useRouter();
  const { refused, choose } = usePdfChoice(maxBytes, (file) => {
    handOver(file);
    router.push("/documents/new");
  });
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          <PdfChooser variant="primary" icon={<Plus aria-hidden className="size-4" />} onChoose={choose}>
            {t("start.new")}
          </PdfChooser>
        }
      />
      {refused && <RefusedFile refused={refused} maxBytes={maxBytes} />}
      <DropArea label={t("start.drop")} onDrop={choose} />
    </>
  );
}
