"use client";

import { clsx } from "clsx";
import { FileUp, ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { Button } from "@/components/ui/button";
import { DropArea } from "@/components/ui/file-chooser";
import { Notice, type NoticeTone } from "@/components/ui/notice";
import { usePageLimits } from "@/components/ui/page-limits";
import { TransferProgress } from "@/components/ui/transfer-progress";
import { byteLimit } from "@/lib/platform/locale/format";
import { ReportView } from "./report-view";
import { useCheck, type Check } from "./result/use-check";
import type { Report } from "./result/verification";

const codesWithMessage = ["pdf_invalid", "pdf_encrypted", "too_large"] as const;

interface VerifyPanelProps {
  /** The document that the copy is compared with, if any. */
  expected?: ExpectedFile | undefined;
  /** Name of the stored copy, if the visitor may access it. */
  storedName?: string | undefined;
}

/** Takes a PDF by file chooser or drop and verifies its signatures. */
export function VerifyPanel({ expected, storedName }: VerifyPanelProps) {
  const t = useTranslations("verify");
  const { check, start, retry, cancel } = useCheck();
  return (
    <div className="flex flex-col gap-6">
      <DropArea label={t("letGo")} onDrop={([file]) => file && start(file)} />
      <div className="mx-auto flex w-full max-w-180 flex-col gap-6">
        {check.state === "sending" ? (
          <Sending check={check} onCancel={cancel} />
        ) : (
          <Chooser
            isFirst={check.state === "idle"}
            isShort={check.state === "done"}
            onFile={start}
            expected={expected}
            storedName={storedName}
          />
        )}
        {check.state === "not_pdf" && (
          <Notice tone="danger" role="alert">
            {t("notPdf", { name: check.file.name })}
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
  /** Smaller, because a result is shown below. */
  isShort: boolean;
  onFile: (file: File) => void;
}

function Chooser({ isFirst, isShort, onFile, expected, storedName }: ChooserProps) {
  const t = useTranslations("verify");
  const { pdfStreamedBytes } = usePageLimits();
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
          {t(isFirst ? "choose" : "another")}
        </Button>
        {expected && storedName && <StoredCopy uuid={expected.uuid} name={storedName} onFile={onFile} />}
      </div>
      {!isShort && (
        <p className="text-ui text-muted">
          <span className="pointer-coarse:hidden">{t("orDrop")} </span>
          {t("upTo", { limit: byteLimit(pdfStreamedBytes) })}
        </p>
      )}
    </div>
  );
}

/** Messages for verifiers, who are not the readers of upload errors. */
function Refused({ problem, onRetry }: { problem: ApiProblem; onRetry: () => void }) {
  const t = useTranslations("verify.refused");
  const { pdfStreamedBytes } = usePageLimits();
  const code = codesWithMessage.find((own) => own === problem.code);
  if (!code) return <ProblemNotice problem={problem} onRetry={onRetry} />;
  return (
    <Notice tone="danger" role="alert" title={t(`${code}.title`)}>
      {t(`${code}.body`, { limit: byteLimit(pdfStreamedBytes) })}
    </Notice>
  );
}

function Sending({ check, onCancel }: { check: Extract<Check, { state: "sending" }>; onCancel: () => void }) {
  const t = useTranslations("verify");
  const { file, loaded, secondsLeft } = check;
  const isSent = loaded >= file.size;
  return (
    <div className="flex flex-wrap items-end gap-4 rounded-card border border-hairline bg-surface p-5">
      <TransferProgress
        className="min-w-60 flex-1"
        label={isSent ? t("checking") : t("sending", { name: file.name })}
        sent={isSent ? null : { loaded, total: file.size, secondsLeft }}
      />
      <Button size="signer" onClick={onCancel}>
        {t("cancel")}
      </Button>
    </div>
  );
}

const tones: Record<Sameness, NoticeTone> = {
  same: "success",
  original_copy: "info",
  version: "info",
  evidence: "info",
  extended: "warning",
  different: "warning",
};

/** Whether the given copy is this page's document. */
function SameFile({ report, expected }: { report: Report; expected: ExpectedFile }) {
  const t = useTranslations("verify.ours");
  const sameness = samenessOf(report, expected);
  return (
    <Notice tone={tones[sameness]} role="status" title={t(`${sameness}.title`)}>
      {t(`${sameness}.body`)}
    </Notice>
  );
}

/** The document that a copy is compared with. */
interface ExpectedFile {
  uuid: string;
  /** SHA-256 of the current file and of the original. */
  current: string;
  original: string;
}

type Sameness = "same" | "original_copy" | "extended" | "evidence" | "version" | "different";

/**
 * How a copy relates to a document of ours. It is a version only if signed with our keys, because anybody can name a
 * field.
 */
export function samenessOf({ sha256, signatures }: Report, { uuid, current, original }: ExpectedFile): Sameness {
  if (sha256 === current) return "same";
  if (sha256 === original) return "original_copy";
  if (signatures.some(({ signedRevision }) => signedRevision?.sha256 === current)) return "extended";
  const ofThis = signatures.filter(
    ({ field, chain, cms }) => chain === "ours" && cms.status === "valid" && field.startsWith(`paraph-${uuid}-`),
  );
  if (ofThis.length === 0) return "different";
  return ofThis.every((signature) => signature.role === "evidence") ? "evidence" : "version";
}

interface StoredCopyProps {
  uuid: string;
  name: string;
  onFile: (file: File) => void;
}

/** For participants: verifies the copy stored by this service like any other copy. */
function StoredCopy({ uuid, name, onFile }: StoredCopyProps) {
  const t = useTranslations("verify.ours");
  const [state, setState] = useState<"idle" | "fetching" | "failed">("idle");

  async function fetchCopy() {
    setState("fetching");
    try {
      const answer = await fetch(`/api/v1/file/${uuid}/content`);
      if (!answer.ok) throw new Error(`the content answered ${answer.status}`);
      const bytes = await answer.blob();
      setState("idle");
      onFile(new File([bytes], /\.pdf$/i.test(name) ? name : `${name}.pdf`, { type: "application/pdf" }));
    } catch {
      setState("failed");
    }
  }

  return (
    <>
      <Button
        size="signer"
        icon={<ShieldCheck aria-hidden className="size-5" />}
        busy={state === "fetching"}
        onClick={() => void fetchCopy()}
      >
        {t("fetch")}
      </Button>
      {state === "failed" && (
        <p role="alert" className="basis-full text-ui text-danger">
          {t("fetchFailed")}
        </p>
      )}
    </>
  );
}
