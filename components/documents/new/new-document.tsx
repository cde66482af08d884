"use client";

import { FileUp, Link2 } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState, type ComponentProps, type FormEvent } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { uploadPdf } from "@/components/api/upload";
import { DropArea } from "@/components/documents/drop-area";
import { Button } from "@/components/ui/button";
import { byteCount, byteLimit } from "@/components/ui/bytes";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Progress } from "@/components/ui/progress";
import { TextInput } from "@/components/ui/text-input";
import type { FileWire } from "@/lib/views/schema";
import { SampleButton } from "./sample-button";
import { startUpload, type OnProgress, type RunningUpload } from "./start-upload";
import { usePdfChoice, type RefusedChoice } from "./use-pdf-choice";

/** Takes one PDF, uploads it as a draft and opens its signers. */
export function NewDocument({ maxBytes }: { maxBytes: number }) {
  const t = useTranslations("documents");
  const router = useRouter();
  const [source, setSource] = useState<PdfSource | null>(null);
  const { phase, start, cancel, forget } = useUpload((uuid) => router.replace(`/documents/${uuid}/signers`));

  function take(chosen: PdfSource) {
    setSource(chosen);
    start(chosen, t("start.untitled"));
  }

  const { refused, choose } = usePdfChoice(maxBytes, (file) => take({ kind: "file", file }));
  const isBusy = phase.kind === "uploading";

  const takeHanded = useEffectEvent(() => {
    const handed = takeHandedFile();
    if (handed) choose([handed]);
  });
  // Runs in a task of its own: in development React mounts twice, and the first mount must not take the file.
  useEffect(() => {
    const timer = setTimeout(takeHanded, 0);
    return () => clearTimeout(timer);
  }, []);

  return (
    <>
      <PageHeader title={t("new.title")} back={{ href: "/documents", label: t("new.back") }} />
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
          {t(source?.kind === "url" ? "new.fetchCancelled" : "new.cancelled")}
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
      {!isBusy && <DropArea label={t("start.drop")} onDrop={choose} />}
    </>
  );
}

/** The same bytes would be refused again, while a lost connection or a busy server may recover. */
function canRetry(status: number): boolean {
  return status === 0 || status === 429 || status >= 500;
}

function Chooser({ maxBytes, onChoose }: { maxBytes: number; onChoose: (files: readonly File[]) => void }) {
  const t = useTranslations("documents");
  return (
    <div className="flex flex-col items-center gap-2 rounded-card border border-dashed border-control bg-surface px-6 py-16 text-center">
      <span
        aria-hidden
        className="mb-2 inline-flex size-11 items-center justify-center rounded-pill bg-primary-tint text-on-primary-tint"
      >
        <FileUp className="size-5" />
      </span>
      <p className="text-h2 font-semibold">{t("new.lead")}</p>
      <p className="text-ui text-muted">{t("new.hint", { limit: byteLimit(maxBytes) })}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        <PdfChooser variant="primary" onChoose={onChoose}>
          {t("new.choose")}
        </PdfChooser>
        <SampleButton onReady={(file) => onChoose([file])} />
      </div>
    </div>
  );
}

interface UploadProgressProps {
  name: string;
  /** The server fetches the PDF from the web. */
  isFetched: boolean;
  phase: UploadPhase;
  onCancel: () => void;
}

/** Upload progress, then a note that the server is checking the file. */
function UploadProgress({ name, isFetched, phase, onCancel }: UploadProgressProps) {
  const [t, locale] = [useTranslations("documents.new"), useLocale()];
  const sent = phase.kind === "uploading" && phase.loaded < phase.total ? phase : null;
  return (
    <Card className="max-w-160">
      <Progress
        label={t(isFetched ? "fetching" : "uploading", { name })}
        value={sent ? sent.loaded : null}
        max={sent ? sent.total : 1}
        text={
          sent
            ? t("sent", { loaded: byteCount(sent.loaded, locale), total: byteCount(sent.total, locale) })
            : t(isFetched ? "fetchingHint" : "checking")
        }
      />
      <div className="mt-4">
        <Button onClick={onCancel}>{t(isFetched ? "cancelFetch" : "cancel")}</Button>
      </div>
    </Card>
  );
}

interface FromUrlFormProps {
  /** The last address that was tried. */
  given: string;
  onFetch: (url: URL) => void;
  /** Called when another address is typed, which clears the last error. */
  onType: () => void;
}

/** Has the server fetch a PDF from a web address. */
function FromUrlForm({ given, onFetch, onType }: FromUrlFormProps) {
  const t = useTranslations("documents.fromUrl");
  const [typed, setTyped] = useState(given);
  const [isWrong, setWrong] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    const url = readWebAddress(typed);
    setWrong(url === null);
    if (url) onFetch(url);
  }

  return (
    <form noValidate onSubmit={submit} className="mt-6 flex flex-wrap items-start gap-2">
      <TextInput
        label={t("label")}
        hint={t("hint")}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={2048}
        placeholder="https://"
        value={typed}
        className="min-w-60 flex-1"
        error={isWrong && t("wrong")}
        onChange={(event) => {
          setTyped(event.target.value);
          setWrong(false);
          onType();
        }}
      />
      <Button type="submit" icon={<Link2 aria-hidden className="size-4" />} className="mt-6.5">
        {t("fetch")}
      </Button>
    </form>
  );
}

type UploadPhase =
  | { kind: "ready" | "cancelled" }
  | { kind: "uploading"; loaded: number; total: number }
  | { kind: "failed"; problem: ApiProblem };

interface Upload {
  phase: UploadPhase;
  start: (source: PdfSource, untitled: string) => void;
  cancel: () => void;
  /** Clears the result of the last upload. */
  forget: () => void;
}

/** One upload at a time. Cancelling it, or leaving the page, leaves no document behind; the page is ready again at once. */
function useUpload(onDone: (uuid: string) => void): Upload {
  const [phase, setPhase] = useState<UploadPhase>({ kind: "ready" });
  const running = useRef<RunningUpload | null>(null);

  function stop() {
    running.current?.cancel();
    running.current = null;
  }

  // Leaving the page cancels as well; a finished upload has already set `running` to null.
  useEffect(() => stop, []);

  async function run(source: PdfSource, untitled: string): Promise<void> {
    const upload = startUpload(
      {
        takeIn: (onProgress, signal) => takeIn(source, untitled, onProgress, signal),
        remove: (uuid) => callApi("DELETE", `/file/${uuid}`),
      },
      (loaded, total) => setPhase({ kind: "uploading", loaded, total }),
    );
    running.current = upload;
    const outcome = await upload.outcome;
    if (running.current !== upload) return;
    running.current = null;
    if (outcome.kind === "made") return onDone(outcome.uuid);
    if (outcome.kind === "failed") setPhase({ kind: "failed", problem: asProblem(outcome.error) });
  }

  function start(source: PdfSource, untitled: string) {
    setPhase({ kind: "uploading", loaded: 0, total: source.kind === "file" ? source.file.size : 1 });
    void run(source, untitled);
  }

  function cancel() {
    stop();
    setPhase({ kind: "cancelled" });
  }

  return { phase, start, cancel, forget: () => setPhase({ kind: "ready" }) };
}

let handed: File | null = null;

/** Holds a file that was dropped or chosen on one page for the next page. A full page load clears it. */
export function handOver(file: File): void {
  handed = file;
}

/** The file from the previous page; returned once. */
function takeHandedFile(): File | null {
  const file = handed;
  handed = null;
  return file;
}

/** Explains why a file was rejected, and what to do. */
export function RefusedFile({ refused, maxBytes }: { refused: RefusedChoice; maxBytes: number }) {
  const t = useTranslations("documents.refused");
  return (
    <Notice
      tone="danger"
      role="alert"
      title={t(`${refused.reason}.title`, { name: refused.fileName })}
      className="mb-6"
    >
      {t(`${refused.reason}.body`, { limit: byteLimit(maxBytes) })}
    </Notice>
  );
}

/** Source of a new document: this computer or the web. */
type PdfSource = { kind: "file"; file: File } | { kind: "url"; url: URL };

/** Name of a source during its upload. */
function nameOfSource(source: PdfSource): string {
  return source.kind === "file" ? source.file.name : source.url.host;
}

/** Creates the draft. A file that the server fetches reports no progress, so it counts as fully sent. */
function takeIn(
  source: PdfSource,
  untitled: string,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Pick<FileWire, "uuid">> {
  if (source.kind === "file")
    return uploadPdf(source.file, titleOfFile(source.file.name) || untitled, onProgress, signal);
  onProgress(1, 1);
  return callApi<FileWire>("POST", "/file/fetch", {
    json: { url: source.url.href, name: titleOfUrl(source.url) },
    signal,
  });
}

type PdfChooserProps = Omit<ComponentProps<typeof Button>, "onClick" | "type"> & {
  onChoose: (files: readonly File[]) => void;
};

/** A button that opens the browser's file chooser for PDFs. */
export function PdfChooser({ onChoose, ...button }: PdfChooserProps) {
  const t = useTranslations("documents.start");
  const input = useRef<HTMLInputElement>(null);

  function take() {
    if (!input.current) return;
    onChoose([...(input.current.files ?? [])]);
    // So that choosing the same file again fires a change event.
    input.current.value = "";
  }

  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept="application/pdf,.pdf"
        hidden
        tabIndex={-1}
        aria-label={t("file")}
        onChange={take}
      />
    </>
  );
}

/** Reads a web address, or null if it is none. "example.org/a.pdf" is read as https. */
export function readWebAddress(typed: string): URL | null {
  const text = typed.trim();
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  if (text === "" || !URL.canParse(whole)) return null;
  const url = new URL(whole);
  return (url.protocol === "https:" || url.protocol === "http:") && url.hostname.includes(".") ? url : null;
}

/** Title of a fetched document: its file name, else the host. */
export function titleOfUrl(url: URL): string {
  const last = url.pathname.split("/").at(-1) ?? "";
  return titleOfFile(decoded(last)) || url.hostname;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const longestTitle = 255;

/** Title from a file name: without ".pdf", on one line, at most 255 characters; "" if nothing is left. */
export function titleOfFile(fileName: string): string {
  return fileName
    .replace(/\.pdf$/i, "")
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, longestTitle)
    .trim();
}
