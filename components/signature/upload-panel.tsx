"use client";

import { clsx } from "clsx";
import { ImageUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useRef, useState, type DragEvent } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Notice } from "@/components/ui/notice";
import { ProblemNotice } from "@/components/ui/problem-notice";
import type { Upload } from "./use-upload";

interface UploadPanelProps {
  upload: Upload | null;
  onChoose: (file: File, takePaperOut: boolean) => void;
}

/** A picture of a signature, by chooser, camera or drop. */
export function UploadPanel({ upload, onChoose }: UploadPanelProps) {
  const words = useTranslations("signature.upload");
  const hint = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const takePaperOut = upload?.takePaperOut ?? true;

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onChoose(file, takePaperOut);
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
            if (file) onChoose(file, takePaperOut);
            event.target.value = "";
          }}
        />
        <Button
          size="signer"
          icon={<ImageUp aria-hidden className="size-4" />}
          aria-describedby={hint}
          onClick={() => input.current?.click()}
        >
          {words(upload ? "another" : "choose")}
        </Button>
        <p id={hint} className="text-caption text-muted">
          {words("drop")}
        </p>
      </div>
      <div role="status">{upload?.state === "reading" && <p className="text-ui text-muted">{words("reading")}</p>}</div>
      {upload && typeof upload.state === "object" && "refusal" in upload.state && (
        <Notice tone="danger" role="alert">
          {words(`refused.${upload.state.refusal}`)}
        </Notice>
      )}
      {upload && typeof upload.state === "object" && "problem" in upload.state && (
        <ProblemNotice problem={upload.state.problem} onRetry={() => onChoose(upload.file, upload.takePaperOut)} />
      )}
      {upload && offersPaper(upload) && (
        <Checkbox
          label={words("paper")}
          hint={words("paperHint")}
          checked={takePaperOut}
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
