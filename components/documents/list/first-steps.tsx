"use client";

import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { handOver } from "@/components/documents/new/new-document";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { SampleButton } from "../new/document-choice";

/** The empty state before the first document. The page's one primary button is in its header. */
export function FirstSteps() {
  const t = useTranslations("documents");
  const router = useRouter();

  function start(sample: File) {
    handOver([sample]);
    router.push("/documents/new");
  }

  return (
    <EmptyState
      picture="documents"
      title={t("empty.first.title")}
      body={t("empty.first.body")}
      action={
        <>
          <ButtonLink href="/documents/new" icon={<FileUp aria-hidden className="size-4" />}>
            {t("start.choose")}
          </ButtonLink>
          <SampleButton onReady={start} />
        </>
      }
    />
  );
}
