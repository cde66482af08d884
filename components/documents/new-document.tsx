"use client";

import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { byteLimit } from "./byte-count";
import { DropArea } from "./drop-area";
import { takeHandedFile } from "./handed-file";
import { PdfChooser } from "./pdf-chooser";
import { RefusedFile } from "./refused-file";
import { SampleButton } from "./sample-button";
import { titleOfFile } from "./title-of-file";
import { UploadProgress } from "./upload-progress";
import { usePdfChoice } from "./use-pdf-choice";
import { useUpload } from "./use-upload";

/** Takes one PDF, uploads it as a draft and leads on to its signers. */
export function NewDocument({ maxBytes }: { maxBytes: number }) {
  const words = useTranslations("documents");
  const router = useRouter();
  const [file, setFile] = useState<File | null>(null);
  const { phase, start, cancel } = useUpload((uuid) => router.replace(`/documents/${uuid}/signers`));

  function upload(chosen: File) {
    setFile(chosen);
    start(chosen, titleOfFile(chosen.name) || words("start.untitled"));
  }

  const { refused, choose } = usePdfChoice(maxBytes, upload);
  const isBusy = phase.kind === "uploading" || phase.kind === "cancelling";

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
      {phase.kind === "failed" && <ProblemNotice problem={phase.problem} className="mb-6" {...(file && canRetry(phase.problem.status) ? { onRetry: () => upload(file) } : {})} />}
      {phase.kind === "cancelled" && <Notice tone="info" role="status" className="mb-6">{words("new.cancelled")}</Notice>}
      {isBusy && file ? <UploadProgress name={file.name} phase={phase} onCancel={cancel} /> : <Chooser maxBytes={maxBytes} onChoose={choose} />}
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
      <span aria-hidden className="mb-2 inline-flex size-11 items-center justify-center rounded-pill bg-primary-tint text-on-primary-tint"><FileUp className="size-5" /></span>
      <p className="text-h2 font-semibold">{words("new.lead")}</p>
      <p className="text-ui text-muted">{words("new.hint", { limit: byteLimit(maxBytes) })}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        <PdfChooser variant="primary" onChoose={onChoose}>{words("new.choose")}</PdfChooser>
        <SampleButton onReady={(file) => onChoose([file])} />
      </div>
    </div>
  );
}
