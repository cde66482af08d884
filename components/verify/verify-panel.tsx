"use client";

import { clsx } from "clsx";
import { FileUp } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useRef } from "react";
import type { ApiProblem } from "@/components/api/api-problem";
import { byteCount } from "@/components/documents/byte-count";
import { DropArea } from "@/components/documents/drop-area";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Progress } from "@/components/ui/progress";
import { KeptCopy } from "./kept-copy";
import { ReportView } from "./report-view";
import { SameFile } from "./same-file";
import type { ExpectedFile } from "./sameness-of";
import { useCheck, type Check } from "./use-check";

const ownWords = ["pdf_invalid", "pdf_encrypted", "too_large"] as const;

interface VerifyPanelProps {
  /** The document that the copy should be, where there is one. */
  expected?: ExpectedFile | undefined;
  /** The name of the copy that is kept here, where whoever looks may have it. */
  keptName?: string | undefined;
}

/** Takes a PDF by chooser or drop and shows what its signatures are worth. */
export function VerifyPanel({ expected, keptName }: VerifyPanelProps) {
  const words = useTranslations("verify");
  const { check, start, retry, cancel } = useCheck();
  return (
    <div className="flex flex-col gap-6">
      <DropArea label={words("letGo")} onDrop={([file]) => file && start(file)} />
      <div className="mx-auto flex w-full max-w-180 flex-col gap-6">
        {check.state === "sending" ? (
          <Sending check={check} onCancel={cancel} />
        ) : (
          <Chooser
            isFirst={check.state === "idle"}
            isShort={check.state === "done"}
            onFile={start}
            expected={expected}
            keptName={keptName}
          />
        )}
        {check.state === "not_pdf" && (
          <Notice tone="danger" role="alert">
            {words("notPdf", { name: check.file.name })}
          </Notice>
        )}
        {check.state === "refused" && <Refused problem={check.problem} onRetry={retry} />}
        {check.state === "done" && expected && <SameFile report={check.report} expected={expected} />}
      </div>
      {check.state === "done" && <ReportView key={check.file.checkedAt} file={check.file} report={check.report} />}
    </div>
  );
}

interface ChooserProps extends VerifyPanelProps {
  isFirst: boolean;
  /** A result stands below, which matters more now. */
  isShort: boolean;
  onFile: (file: File) => void;
}

function Chooser({ isFirst, isShort, onFile, expected, keptName }: ChooserProps) {
  const words = useTranslations("verify");
  const input = useRef<HTMLInputElement>(null);
  return (
    <div
      className={clsx(
        "flex flex-col items-center gap-3 rounded-card border-2 border-dashed border-control bg-surface px-4 text-center print:hidden",
        isShort ? "py-4" : "py-8",
      )}
    >
      <input
        ref={input}
        type="file"
        accept="application/pdf,.pdf"
        tabIndex={-1}
        aria-hidden
        className="hidden"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onFile(file);
          event.target.value = "";
        }}
      />
      <div className="flex max-w-full flex-wrap justify-center gap-3">
        <Button
          variant={isFirst ? "primary" : "secondary"}
          size="signer"
          icon={<FileUp aria-hidden className="size-5" />}
          onClick={() => input.current?.click()}
        >
          {words(isFirst ? "choose" : "another")}
        </Button>
        {expected && keptName && <KeptCopy uuid={expected.uuid} name={keptName} onFile={onFile} />}
      </div>
      {!isShort && <p className="text-ui text-muted">{words("dropHint")}</p>}
    </div>
  );
}

/** What a verifier says of a file is not what is said to somebody who wants to send it out. */
function Refused({ problem, onRetry }: { problem: ApiProblem; onRetry: () => void }) {
  const words = useTranslations("verify.refused");
  const code = ownWords.find((own) => own === problem.code);
  if (!code) return <ProblemNotice problem={problem} onRetry={onRetry} />;
  return (
    <Notice tone="danger" role="alert" title={words(`${code}.title`)}>
      {words(`${code}.body`)}
    </Notice>
  );
}

function Sending({ check, onCancel }: { check: Extract<Check, { state: "sending" }>; onCancel: () => void }) {
  const [words, locale] = [useTranslations("verify"), useLocale()];
  const { file, loaded } = check;
  const isSent = loaded >= file.size;
  return (
    <div role="status" className="flex flex-wrap items-end gap-4 rounded-card border border-hairline bg-surface p-5">
      <Progress
        className="min-w-60 flex-1"
        label={isSent ? words("checking") : words("sending", { name: file.name })}
        value={isSent ? null : loaded}
        max={file.size}
        {...(isSent
          ? {}
          : { text: words("progress", { loaded: byteCount(loaded, locale), total: byteCount(file.size, locale) }) })}
      />
      <Button size="signer" onClick={onCancel}>
        {words("cancel")}
      </Button>
    </div>
  );
}
