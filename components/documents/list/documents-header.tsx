"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { PageHeader } from "@/components/ui/page-header";
import { DropArea } from "../drop-area";
import { handOver } from "../new/handed-file";
import { PdfChooser } from "../new/pdf-chooser";
import { RefusedFile } from "../new/refused-file";
import { usePdfChoice } from "../new/use-pdf-choice";

/** The head of the documents page; whoever may request signatures can drop a PDF anywhere, or choose one. */
export function DocumentsHeader({ mayRequest, maxBytes }: { mayRequest: boolean; maxBytes: number }) {
  const words = useTranslations("documents");
  return mayRequest ? <StartingHeader maxBytes={maxBytes} /> : <PageHeader title={words("title")} />;
}

function StartingHeader({ maxBytes }: { maxBytes: number }) {
  const words = useTranslations("documents");
  const router = useRouter();
  const { refused, choose } = usePdfChoice(maxBytes, (file) => {
    handOver(file);
    router.push("/documents/new");
  });
  return (
    <>
      <PageHeader
        title={words("title")}
        actions={
          <PdfChooser variant="primary" icon={<Plus aria-hidden className="size-4" />} onChoose={choose}>
            {words("start.new")}
          </PdfChooser>
        }
      />
      {refused && <RefusedFile refused={refused} maxBytes={maxBytes} />}
      <DropArea label={words("start.drop")} onDrop={choose} />
    </>
  );
}
