"use client";

import { clsx } from "clsx";
import { Camera, CircleAlert, CircleCheck, FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState, type DragEvent, type RefObject } from "react";
import { ProblemNotice } from "@/components/api/problem-notice";
import { Button } from "@/components/ui/button";
import { useAnnounce } from "@/components/ui/live-region";
import { Notice } from "@/components/ui/notice";
import { TransferProgress } from "@/components/ui/transfer-progress";
import { attachmentTypeFacts } from "@/lib/documents/attachments/type-choices";
import { byteLimit, isolate } from "@/lib/platform/locale/format";
import type { AttachmentRequestWire } from "@/lib/requests/state/schema";
import { AddedFile } from "./added-file";
import { chooserId, filesOf, type Attachments, type RunningUpload, type UploadFailure } from "./use-attachments";

interface AttachmentsPartProps {
  u: string;
  sender: string;
  attachments: Attachments;
}

/** The files requested by the sender, above the document. */
export function AttachmentsPart({ u, sender, attachments }: AttachmentsPartProps) {
  const t = useTranslations("attachments.upload");
  const { requests } = attachments;
  const count = requests.length;
  return (
    <section
      aria-labelledby="attachments-heading"
      className="mb-4 rounded-card border border-hairline bg-surface p-4 sm:p-5"
    >
      <h2 id="attachments-heading" className="text-reading font-semibold">
        {t("title", { count })}
      </h2>
      <p className="mt-0.5 text-ui text-muted">{t("lead", { sender: isolate(sender), count })}</p>
      <ul className="mt-3 flex flex-col gap-4">
        {requests.map((request) => (
          <RequestedFile key={request.id} u={u} sender={sender} request={request} attachments={attachments} />
        ))}
      </ul>
    </section>
  );
}

interface RequestedFileProps {
  u: string;
  sender: string;
  request: AttachmentRequestWire;
  attachments: Attachments;
}

/** One request: its rule, the files added for it, and the ways to add one. */
function RequestedFile({ u, sender, request, attachments }: RequestedFileProps) {
  const t = useTranslations("attachments.upload");
  const types = useTranslations("attachments.types");
  const announce = useAnnounce();
  const [isOver, setOver] = useState(false);
  const { id, label, help, required, maxCount } = request;
  const files = filesOf(request, attachments.added);
  const running = attachments.running.get(id);
  const failure = attachments.failures.get(id);
  const isFull = files.length >= maxCount;
  const isMissing = attachments.flagged.has(id);
  const descriptionId = useId();
  const list = useKeptFocus(id, files.length, running !== undefined);

  async function add(chosen: readonly File[], replaces?: number) {
    if (chosen.length === 0 || running) return;
    const room = replaces === undefined ? maxCount - files.length : 1;
    const made = await attachments.add(request, chosen.slice(0, Math.max(room, 1)), replaces);
    for (const { name } of made) announce(t("added", { name: isolate(name) }));
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    if (!isFull) void add([...event.dataTransfer.files]);
  }

  return (
    <li
      onDragOver={(event) => {
        if (isFull || !event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={clsx(
        "rounded-control border p-3 sm:p-4",
        isOver ? "border-primary bg-primary-tint" : isMissing ? "border-danger" : "border-hairline",
      )}
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="font-medium wrap-anywhere">
            <bdi>{label}</bdi>{" "}
            <span className="text-ui font-normal text-muted">({t(required ? "required" : "optional")})</span>
          </h3>
          {help && (
            <p dir="auto" translate="no" className="text-ui wrap-anywhere whitespace-pre-line">
              {help}
            </p>
          )}
          <p id={descriptionId} className="text-caption text-muted">
            {t("rule", {
              types: request.types.map((type) => types(type)).join(", "),
              count: maxCount,
              size: byteLimit(request.maxBytes),
            })}
          </p>
        </div>
        {files.length > 0 && <CircleCheck aria-hidden className="size-5 shrink-0 text-success" />}
      </div>
      {files.length > 0 && (
        <ul
          ref={list}
          tabIndex={-1}
          aria-label={t("list", { label: isolate(label) })}
          className="mt-2 divide-y divide-hairline border-t border-hairline"
        >
          {files.map((file) => (
            <AddedFile
              key={file.id}
              u={u}
              file={file}
              accept={acceptOf(request)}
              onReplace={(chosen) => void add([chosen], file.id)}
              onRemove={async () => {
                if (!(await attachments.remove(file))) return;
                announce(t("removed", { name: isolate(file.name) }));
              }}
            />
          ))}
        </ul>
      )}
      {isMissing && (
        <p className="mt-2 flex gap-1.5 text-ui text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t("missing", { label: isolate(label) })}
        </p>
      )}
      {failure && <Failure failure={failure} request={request} sender={sender} />}
      {running ? (
        <Running running={running} onCancel={() => attachments.cancel(id)} />
      ) : (
        !isFull && <Choosers request={request} describedBy={descriptionId} onChoose={(chosen) => void add(chosen)} />
      )}
    </li>
  );
}

/**
 * The focused button disappears while a file is uploaded and when it is removed. The focus then moves to the button
 * that adds a file, or to the list (WCAG 2.4.3).
 */
function useKeptFocus(requestId: number, count: number, isRunning: boolean): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else if (!isRunning && document.activeElement === document.body)
      (document.getElementById(chooserId(requestId)) ?? list.current)?.focus();
  }, [requestId, count, isRunning]);
  return list;
}

/** The `accept` value for the browser's file chooser. The server decides by the bytes. */
function acceptOf({ types }: AttachmentRequestWire): string {
  return types
    .flatMap((type) => [
      attachmentTypeFacts[type].mediaType,
      ...attachmentTypeFacts[type].endings.map((ending) => `.${ending}`),
    ])
    .join(",");
}

interface ChoosersProps {
  request: AttachmentRequestWire;
  describedBy: string;
  onChoose: (files: File[]) => void;
}

/** The file chooser, and on a touch screen the camera. */
function Choosers({ request, describedBy, onChoose }: ChoosersProps) {
  const t = useTranslations("attachments.upload");
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const label = isolate(request.label);
  const take = (input: HTMLInputElement) => {
    onChoose([...(input.files ?? [])]);
    // Choosing the same file again must fire a change event.
    input.value = "";
  };
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <Button
        id={chooserId(request.id)}
        size="signer"
        icon={<FileUp aria-hidden className="size-4" />}
        aria-label={t("chooseFor", { label })}
        aria-describedby={describedBy}
        className="scroll-mt-24"
        onClick={() => chooser.current?.click()}
      >
        {t("choose")}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={acceptOf(request)}
        multiple={request.maxCount > 1}
        onChange={(event) => take(event.target)}
      />
      {request.types.includes("jpeg") && (
        <>
          <Button
            size="signer"
            icon={<Camera aria-hidden className="size-4" />}
            aria-label={t("photoFor", { label })}
            className="hidden! pointer-coarse:inline-flex!"
            onClick={() => camera.current?.click()}
          >
            {t("photo")}
          </Button>
          <input
            ref={camera}
            type="file"
            hidden
            accept="image/jpeg"
            capture="environment"
            onChange={(event) => take(event.target)}
          />
        </>
      )}
      <span className="text-ui text-muted pointer-coarse:hidden">{t("orDrop")}</span>
    </div>
  );
}

function Running({ running: { name, loaded, total }, onCancel }: { running: RunningUpload; onCancel: () => void }) {
  const t = useTranslations("attachments.upload");
  const isSent = loaded >= total;
  return (
    <div className="mt-3 flex flex-wrap items-end gap-3">
      <TransferProgress
        className="min-w-48 flex-1"
        label={t(isSent ? "checking" : "uploading", { name: isolate(name) })}
        sent={isSent ? null : { loaded, total, secondsLeft: null }}
      />
      <Button size="signer" aria-label={t("cancelOf", { name: isolate(name) })} onClick={onCancel}>
        {t("cancel")}
      </Button>
    </div>
  );
}

function Failure({
  failure,
  request,
  sender,
}: {
  failure: UploadFailure;
  request: AttachmentRequestWire;
  sender: string;
}) {
  const t = useTranslations("attachments.upload");
  if (failure.kind === "problem") return <ProblemNotice problem={failure.problem} className="mt-3" />;
  const texts = {
    too_large: () => t("tooLarge", { name: isolate(failure.name), size: byteLimit(request.maxBytes) }),
    wrong_type: () => t("wrongType", { name: isolate(failure.name) }),
    no_room: () => t("noRoom", { sender: isolate(sender) }),
  };
  return (
    <Notice tone="danger" role="alert" className="mt-3">
      {texts[failure.kind]()}
    </Notice>
  );
}
