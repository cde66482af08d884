"use client";

import { FileUp, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import {
  DocumentChooser,
  handOver,
  RefusedFile,
  SampleButton,
  useDocumentChoice,
} from "@/components/documents/document-choice";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { DropArea } from "@/components/ui/file-chooser";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { ButtonLink } from "@/components/ui/page-link";

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

/** Shown when the list cannot be read: what happened, that no data was lost, and the request ID. */
export function ListFailed({ requestId }: { requestId: string | null }) {
  const t = useTranslations("documents.list.failed");
  const shell = useTranslations("shell");
  const errors = useTranslations("errors");
  const router = useRouter();
  const [isTrying, startTrying] = useTransition();
  return (
    <Notice
      tone="danger"
      role="alert"
      title={t("title")}
      action={
        <Button busy={isTrying} onClick={() => startTrying(() => router.refresh())}>
          {shell("tryAgain")}
        </Button>
      }
    >
      <p>{t("body")}</p>
      {requestId && (
        <p className="mt-2 text-caption wrap-anywhere text-muted">{errors("request", { id: requestId })}</p>
      )}
    </Notice>
  );
}
