"use client";

import { Link2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import {
  startUpload,
  uploadDocument,
  uploadPictures,
  type OnProgress,
  type RunningUpload,
} from "@/components/api/upload";
import {
  DocumentChooser,
  RefusedFile,
  SampleButton,
  takeHandedFiles,
  titleOfFile,
  useDocumentChoice,
} from "@/components/documents/document-choice";
import { SeveralFiles } from "@/components/documents/new/several/several-files";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyPicture } from "@/components/ui/empty-state";
import { DropArea } from "@/components/ui/file-chooser";
import { TextInput } from "@/components/ui/inputs";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { usePageLimits } from "@/components/ui/page-limits";
import { followTransfer, TransferProgress } from "@/components/ui/transfer-progress";
import { byteLimit } from "@/lib/platform/locale/format";
import type { FileWire } from "@/lib/views/schema";
import { ConvertedPreview, PictureList, type PictureOptions } from "./converted-pages";

/**
 * Takes one document or several pictures, uploads a draft, shows the pages of a converted one, and opens the page of
 * its signers. Several documents become one request.
 */
export function NewDocument({ maxBytes }: { maxBytes: number }) {
  const t = useTranslations("documents");
  const router = useRouter();
  const [source, setSource] = useState<DocumentSource | null>(null);
  const [pictures, setPictures] = useState<File[]>([]);
  const [converted, setConverted] = useState<FileWire | null>(null);
  const goOn = (uuid: string) => router.replace(`/documents/${uuid}/signers`);
  const { phase, start, cancel, forget, discarded } = useUpload((file) =>
    file.upload?.convertedFrom ? setConverted(file) : goOn(file.uuid),
  );

  function take(chosen: DocumentSource) {
    setSource(chosen);
    start(chosen, t("start.untitled"));
  }

  const [several, setSeveral] = useState<readonly File[] | null>(null);
  const { refused, choose } = useDocumentChoice(maxBytes, (chosen) => {
    forget();
    if (chosen.kind === "pictures") setPictures((before) => [...before, ...chosen.files]);
    else if (chosen.kind === "several") setSeveral(chosen.files);
    else take({ kind: "file", file: chosen.file });
  });
  const isBusy = phase.kind === "uploading";
  const isChoosing = !isBusy && converted === null;

  const takeHanded = useEffectEvent(() => choose(takeHandedFiles()));
  // Runs in a separate task: in development React mounts twice, and the first mount must not take the file.
  useEffect(() => {
    const timer = setTimeout(takeHanded, 0);
    return () => clearTimeout(timer);
  }, []);

  const header = <PageHeader title={t("new.title")} back={{ href: "/documents", label: t("new.back") }} />;
  if (several)
    return (
      <>
        {header}
        <SeveralFiles initial={several} maxBytes={maxBytes} onEmpty={() => setSeveral(null)} />
      </>
    );
  return (
    <>
      {header}
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
      {converted && (
        <ConvertedPreview
          file={converted}
          onConfirm={() => goOn(converted.uuid)}
          onDiscarded={() => {
            setConverted(null);
            discarded();
          }}
        />
      )}
      {isBusy && source && (
        <UploadProgress name={nameOfSource(source)} isFetched={source.kind === "url"} phase={phase} onCancel={cancel} />
      )}
      {isChoosing && pictures.length > 0 && (
        <PictureList
          pictures={pictures}
          onChange={setPictures}
          onAdd={choose}
          onCreate={(options) => take({ kind: "pictures", files: pictures, options })}
          onCancel={() => setPictures([])}
        />
      )}
      {isChoosing && pictures.length === 0 && (
        <>
          <Chooser maxBytes={maxBytes} onChoose={choose} />
          <FromUrlForm
            given={source?.kind === "url" ? source.url.href : ""}
            onFetch={(url) => take({ kind: "url", url })}
            onType={forget}
          />
        </>
      )}
      {isChoosing && <DropArea label={t("start.drop")} onDrop={choose} />}
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
      <EmptyPicture name="documents" />
      <p className="text-h2 font-semibold pointer-coarse:hidden">{t("new.lead")}</p>
      <p className="text-ui text-muted">{t("new.hint", { limit: byteLimit(maxBytes) })}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        <DocumentChooser variant="primary" onChoose={onChoose}>
          {t("new.choose")}
        </DocumentChooser>
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
  const t = useTranslations("documents.new");
  const sent = phase.kind === "uploading" && phase.loaded < phase.total ? phase : null;
  return (
    <Card className="max-w-160">
      <TransferProgress
        label={sent ? t("uploading", { name }) : isFetched ? t("fetching", { name }) : t("checking")}
        sent={sent}
        text={isFetched ? t("fetchingHint") : undefined}
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
  const { pdfInJsonBytes } = usePageLimits();
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
        hint={t("hint", { limit: byteLimit(pdfInJsonBytes) })}
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
      <Button type="submit" icon={<Link2 aria-hidden className="size-4" />} className="mt-label">
        {t("fetch")}
      </Button>
    </form>
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

type UploadPhase =
  | { kind: "ready" | "cancelled" }
  | { kind: "uploading"; loaded: number; total: number; secondsLeft: number | null }
  | { kind: "failed"; problem: ApiProblem };

interface Upload {
  phase: UploadPhase;
  start: (source: DocumentSource, untitled: string) => void;
  cancel: () => void;
  /** Clears the result of the last upload. */
  forget: () => void;
  /** The draft was deleted after the upload. */
  discarded: () => void;
}

/**
 * One upload at a time. Cancelling it, or leaving the page, leaves no document behind. The page is ready again at once.
 */
function useUpload(onDone: (file: FileWire) => void): Upload {
  const [phase, setPhase] = useState<UploadPhase>({ kind: "ready" });
  const running = useRef<RunningUpload | null>(null);

  function stop() {
    running.current?.cancel();
    running.current = null;
  }

  // Leaving the page cancels as well; a finished upload has already set `running` to null.
  useEffect(() => stop, []);

  async function run(source: DocumentSource, untitled: string): Promise<void> {
    const follow = followTransfer();
    let file: FileWire | null = null;
    const upload = startUpload(
      {
        takeIn: async (onProgress, signal) => (file = await takeIn(source, untitled, onProgress, signal)),
        remove: (uuid) => callApi("DELETE", `/file/${uuid}`),
      },
      (loaded, total) => setPhase({ kind: "uploading", loaded, total, secondsLeft: follow(loaded, total) }),
    );
    running.current = upload;
    const outcome = await upload.outcome;
    if (running.current !== upload) return;
    running.current = null;
    if (outcome.kind === "made" && file) {
      setPhase({ kind: "ready" });
      return onDone(file);
    }
    if (outcome.kind === "failed") setPhase({ kind: "failed", problem: asProblem(outcome.error) });
  }

  function start(source: DocumentSource, untitled: string) {
    setPhase({ kind: "uploading", loaded: 0, total: sizeOfSource(source), secondsLeft: null });
    void run(source, untitled);
  }

  function cancel() {
    stop();
    setPhase({ kind: "cancelled" });
  }

  return {
    phase,
    start,
    cancel,
    forget: () => setPhase({ kind: "ready" }),
    discarded: () => setPhase({ kind: "cancelled" }),
  };
}

/** Source of a new document: this computer or the web. */
type DocumentSource =
  | { kind: "file"; file: File }
  | { kind: "pictures"; files: readonly File[]; options: PictureOptions }
  | { kind: "url"; url: URL };

/** Name of a source during its upload. */
function nameOfSource(source: DocumentSource): string {
  if (source.kind === "url") return source.url.host;
  return source.kind === "file" ? source.file.name : source.files.map(({ name }) => name).join(", ");
}

/** In bytes; a file that the server fetches counts as one. */
function sizeOfSource(source: DocumentSource): number {
  if (source.kind === "url") return 1;
  return source.kind === "file" ? source.file.size : source.files.reduce((sum, { size }) => sum + size, 0);
}

/** Creates the draft. A file that the server fetches reports no progress, so it counts as fully sent. */
function takeIn(
  source: DocumentSource,
  untitled: string,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<FileWire> {
  if (source.kind === "file")
    return uploadDocument(source.file, titleOfFile(source.file.name) || untitled, onProgress, signal);
  if (source.kind === "pictures") {
    const name = titleOfFile(source.files[0]?.name ?? "") || untitled;
    return uploadPictures(source.files, { name, ...source.options }, onProgress, signal);
  }
  onProgress(1, 1);
  return callApi<FileWire>("POST", "/file/fetch", {
    json: { url: source.url.href, name: titleOfUrl(source.url) },
    signal,
  });
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
