"use client";

import { clsx } from "clsx";
import { ArrowRight, Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { Button, buttonLook } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import type { FileWire } from "@/lib/views/schema";

interface ConvertedPreviewProps {
  file: Pick<FileWire, "uuid" | "pages" | "upload">;
  onConfirm: () => void;
  /** The draft is gone. */
  onDiscarded: () => void;
}

/** The pages that a file was converted to. A conversion can look different from the original, so the requester looks before anybody else does. */
export function ConvertedPreview({ file, onConfirm, onDiscarded }: ConvertedPreviewProps) {
  const t = useTranslations("documents.converted");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const source = file.upload?.convertedFrom;
  const pages = Array.from({ length: file.pages }, (_, index) => index + 1);

  async function discard() {
    setBusy(true);
    setProblem(null);
    try {
      await callApi("DELETE", `/file/${file.uuid}`);
      onDiscarded();
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  }

  return (
    <Card
      title={
        source?.name == null
          ? t(`from.${source?.type ?? "docx"}`, { count: file.pages })
          : t("fromName", { name: source.name })
      }
    >
      <p role="status" className="-mt-2 mb-4 text-ui text-muted">
        {t("check")}
      </p>
      {source?.trackedChanges && (
        <Notice tone="warning" title={t("trackedChanges")} className="mb-4">
          {t("trackedChangesHint")}
        </Notice>
      )}
      {problem && <ProblemNotice problem={problem} className="mb-4" />}
      <div
        role="group"
        aria-label={t("pages", { count: file.pages })}
        tabIndex={0}
        className="max-h-[55vh] overflow-y-auto rounded-control border border-hairline bg-canvas p-3 sm:p-4"
      >
        <ol className={clsx("grid gap-4", pages.length === 1 ? "sm:mx-auto sm:w-1/2" : "sm:grid-cols-2")}>
          {pages.map((page) => (
            <li key={page}>
              <img
                src={`/api/v1/file/${file.uuid}/pages/${page}/image?width=800&format=webp`}
                alt={t("page", { page, total: file.pages })}
                loading="lazy"
                className="min-h-60 w-full bg-paper object-contain shadow-card"
              />
            </li>
          ))}
        </ol>
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-2">
        <Button variant="primary" disabled={isBusy} onClick={onConfirm}>
          {t("confirm")}
          <ArrowRight aria-hidden className="size-4" />
        </Button>
        <Button busy={isBusy} onClick={() => void discard()}>
          {t("discard")}
        </Button>
        <a href={`/api/v1/file/${file.uuid}/content?version=original`} download className={buttonLook("quiet", "app")}>
          <Download aria-hidden className="size-4" />
          {t("original")}
        </a>
      </div>
    </Card>
  );
}
