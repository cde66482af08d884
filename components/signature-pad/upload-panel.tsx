"use client";

import { clsx } from "clsx";
import { ImageUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useRef, useState, type DragEvent } from "react";
import { asProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/inputs";
import { Notice } from "@/components/ui/notice";
import { cleanUpload, type CleanedUpload, type CleanPath } from "./signature-picture";
import type { SignatureType } from "./stored-pictures";

interface UploadPanelProps {
  type: SignatureType;
  upload: Upload | null;
  onChoose: (file: File, removePaper: boolean) => void;
}

/** Takes a picture of a signature by file chooser, camera or drop. */
export function UploadPanel({ type, upload, onChoose }: UploadPanelProps) {
  const t = useTranslations("signature.upload");
  const hint = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const removePaper = upload?.removePaper ?? true;

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onChoose(file, removePaper);
  }

  return (
    <div className="flex flex-col gap-4">
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={clsx(
          "flex flex-col items-center gap-3 rounded-card border-2 border-dashed px-4 py-8 text-center",
          isOver ? "border-primary bg-primary-tint" : "border-control",
        )}
      >
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg"
          tabIndex={-1}
          aria-hidden
          className="hidden"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) onChoose(file, removePaper);
            event.target.value = "";
          }}
        />
        <Button
          size="signer"
          icon={<ImageUp aria-hidden className="size-4" />}
          aria-describedby={hint}
          onClick={() => input.current?.click()}
        >
          {t(upload ? "another" : "choose")}
        </Button>
        <p id={hint} className="text-caption text-muted">
          {t(type === "stamp" ? "dropStamp" : "drop")}
        </p>
      </div>
      <div role="status">{upload?.state === "reading" && <p className="text-ui text-muted">{t("reading")}</p>}</div>
      {upload && typeof upload.state === "object" && "refusal" in upload.state && (
        <Notice tone="danger" role="alert">
          {t(`refused.${upload.state.refusal}`)}
        </Notice>
      )}
      {upload && typeof upload.state === "object" && "problem" in upload.state && (
        <ProblemNotice problem={upload.state.problem} onRetry={() => onChoose(upload.file, upload.removePaper)} />
      )}
      {upload && offersPaper(upload) && (
        <Checkbox
          label={t("paper")}
          hint={t("paperHint")}
          checked={removePaper}
          onChange={(event) => onChoose(upload.file, event.target.checked)}
        />
      )}
    </div>
  );
}

function offersPaper({ state }: Upload): boolean {
  if (typeof state !== "object") return false;
  return "signature" in state ? state.signature.hasPaper : "refusal" in state && state.refusal === "blank";
}

export interface Upload {
  file: File;
  removePaper: boolean;
  state: "reading" | CleanedUpload;
}

/** The last chosen picture and its result. */
export function useUploadedPicture(path: CleanPath): [Upload | null, (file: File, removePaper: boolean) => void] {
  const [upload, setUpload] = useState<Upload | null>(null);
  const turn = useRef(0);

  async function read(file: File, removePaper: boolean) {
    const mine = (turn.current += 1);
    setUpload({ file, removePaper, state: "reading" });
    const state = await cleanUpload(path, file, removePaper).catch((error: unknown) => ({
      problem: asProblem(error),
    }));
    if (mine === turn.current) setUpload({ file, removePaper, state });
  }

  return [upload, (file, removePaper) => void read(file, removePaper)];
}
