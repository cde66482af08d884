"use client";

import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { byteLimit } from "../byte-count";
import { DropArea } from "../drop-area";
import { FromUrlForm } from "./from-url-form";
import { takeHandedFile } from "./handed-file";
import { PdfChooser } from "./pdf-chooser";
import { nameOfSource, type PdfSource } from "./pdf-source";
import { RefusedFile } from "./refused-file";
import { SampleButton } from "./sample-button";
import { UploadProgress } from "./upload-progress";
import { usePdfChoice } from "./use-pdf-choice";
import { useUpload } from "./use-upload";

/** Takes one PDF, uploads it as a draft and leads on to its signers. */
export function NewDocument({ maxBytes }: { maxBytes: number }) {
  const words = useTranslations("documents");
  const router = useRouter();
  const [source, setSource] = useState<PdfSource | null>(null);
  const { phase, start, cancel, forget } = useUpload((uuid) => router.replace(`/documents/${uuid}/signers`));

  function take(chosen: PdfSource) {
    setSource(chosen);
    start(chosen, words("start.untitled"));
  }

  const { refused, choose } = usePdfChoice(maxBytes, (file) => take({ kind: "file", file }));
  const isBusy = phase.kind === "uploading";

  const takeHanded = useEffectEvent(() => {
    const handed = takeHandedFile();
    if (handed) choose([handed]);
  });
  // In a task of its own: in development React mounts twice, and the first of them may not take the file.
  useEffect(() => {
    const timer = setTimeout(takeHanded, 0);
    return () => clearTimeout(timer);
  }, []);

  return (
    <>
      <PageHeader title={words("new.title")} back={{ href: "/documents", label: words("new.back") }} />
      {refused && !isBusy && <RefusedFile refused={refused} maxBytes={maxBytes} />}
      {phase.kind === "failed" && (
        <ProblemNotice
          problem={phase.problem}
          className="mb-6"
          {...(source && canRetry(phase.problem.status) ? { onRetry: () => take(source) } : {})}
        />
      )}
      {phase.kind === "cancelled" && (
        <Notice tone="info" role="status" className="mb-6">
          {words(source?.kind === "url" ? "new.fetchCancelled" : "new.cancelled")}
        </Notice>
      )}
      {isBusy && source ? (
        <UploadProgress name={nameOfSource(source)} isFetched={source.kind === "url"} phase={phase} onCancel={cancel} />
      ) : (
        <>
          <Chooser maxBytes={maxBytes} onChoose={choose} />
          <FromUrlForm
            given={source?.kind === "url" ? source.url.href : ""}
            onFetch={(url) => take({ kind: "url", url })}
            onType={forget}
          />
        </>
      )}
      {!isBusy && <DropArea label={words("start.drop")} onDrop={choose} />}
    </>
  );
}

/** The same bytes are refused again for what is in them; a lost connection or a busy server may pass. */
function canRetry(status: number): boolean {
  return status === 0 || status === 429 || status >= 500;
}

function Chooser({ maxBytes, onChoose }: { maxBytes: number; onChoose: (files: readonly File[]) => void }) {
  const words = useTranslations("documents");
  return (
    <div className="flex flex-col items-center gap-2 rounded-card border border-dashed border-control bg-surface px-6 py-16 text-center">
      <span
        aria-hidden
        className="mb-2 inline-flex size-11 items-center justify-center rounded-pill bg-primary-tint text-on-primary-tint"
      >
        <FileUp className="size-5" />
      </span>
      <p className="text-h2 font-semibold">{words("new.lead")}</p>
      <p className="text-ui text-muted">{words("new.hint", { limit: byteLimit(maxBytes) })}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        <PdfChooser variant="primary" onChoose={onChoose}>
          {words("new.choose")}
        </PdfChooser>
        <SampleButton onReady={(file) => onChoose([file])} />
      </div>
    </div>
  );
}
