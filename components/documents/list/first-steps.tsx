"use client";

import { FileSignature } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { handOver } from "../new/handed-file";
import { SampleButton } from "../new/sample-button";

/** What somebody sees who has no document yet. */
export function FirstSteps() {
  const words = useTranslations("documents");
  const router = useRouter();

  function start(sample: File) {
    handOver(sample);
    router.push("/documents/new");
  }

  return (
    <EmptyState
      icon={<FileSignature />}
      title={words("empty.first.title")}
      body={words("empty.first.body")}
      action={
        <>
          <ButtonLink href="/documents/new" variant="primary">
            {words("start.choose")}
          </ButtonLink>
          <SampleButton onReady={start} />
        </>
      }
    />
  );
}
