"use client";

import { ArrowRight, Plus } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice, useProblemText } from "@/components/api/problem-notice";
import { DocumentChooser, titleOfFile } from "@/components/documents/document-choice";
import { FileRow } from "@/components/documents/files/file-entries";
import { UploadFindings } from "@/components/documents/upload-findings";
import { Button } from "@/components/ui/button";
import { DropArea } from "@/components/ui/file-chooser";
import { TextInput } from "@/components/ui/inputs";
import { useAnnounce } from "@/components/ui/live-region";
import { Progress } from "@/components/ui/progress";
import { byteCount, byteLimit } from "@/lib/platform/locale/format";
import { useFileEntries, type FileEntries, type FileEntry } from "../../files/file-entries";

interface SeveralFilesProps {
  initial: readonly File[];
  maxBytes: number;
  /** No file is left. */
  onEmpty: () => void;
}

/** Uploads several PDFs and makes one request of them. */
export function SeveralFiles({ initial, maxBytes, onEmpty }: SeveralFilesProps) {
  const t = useTranslations("documents");
  const announce = useAnnounce();
  const list = useFileEntries(initial, {
    maxBytes,
    nameOf: (file) => titleOfFile(file.name) || t("start.untitled"),
  });
  const { entries } = list;
  const [typed, setTyped] = useState<string | null>(null);
  const title = typed ?? entries[0]?.name ?? "";
  const { go, isBusy, problem } = useContinue(list, title);
  const isReady = entries.every(({ state, name }) => state.kind === "stored" && name.trim() !== "");

  function remove({ key }: FileEntry) {
    list.remove(key);
    if (entries.length === 1) onEmpty();
  }

  function move({ key }: FileEntry, from: number, by: -1 | 1) {
    list.move(key, by);
    announce(t("envelope.moved", { position: from + 1 + by }));
  }

  return (
    <div className="flex max-w-180 flex-col gap-5">
      {problem && <ProblemNotice problem={problem} />}
      {entries.length > 1 && (
        <TextInput
          label={t("signers.name_of_document")}
          hint={t("envelope.titleHint")}
          maxLength={255}
          autoComplete="off"
          value={title}
          onChange={(event) => setTyped(event.target.value)}
          error={title.trim() === "" && t("signers.titleMissing")}
        />
      )}
      <section aria-labelledby="files-heading" className="rounded-card border border-hairline bg-surface shadow-card">
        <div className="px-4 pt-4 sm:px-5">
          <h2 id="files-heading" className="text-reading font-semibold">
            {t("envelope.heading", { count: entries.length })}
          </h2>
          <p className="text-ui text-muted">{t("envelope.hint")}</p>
        </div>
        <ol className="divide-y divide-hairline">
          {entries.map((entry, index) => (
            <FileRow
              key={entry.key}
              position={index + 1}
              count={entries.length}
              name={entry.name}
              uuid={entry.state.kind === "stored" ? entry.state.file.uuid : null}
              isBusy={isBusy}
              onRename={(name) => list.rename(entry.key, name)}
              onMove={(by) => move(entry, index, by)}
              onRemove={() => remove(entry)}
            >
              <EntryState
                entry={entry}
                sending={list.sending?.key === entry.key ? list.sending : null}
                maxBytes={maxBytes}
                onRetry={() => list.retry(entry.key)}
              />
            </FileRow>
          ))}
        </ol>
        <div className="border-t border-hairline px-4 py-3 sm:px-5">
          <DocumentChooser icon={<Plus aria-hidden className="size-4" />} onChoose={list.add}>
            {t("envelope.add")}
          </DocumentChooser>
        </div>
      </section>
      <div className="flex justify-end">
        <Button variant="primary" busy={isBusy} disabled={!isReady || title.trim() === ""} onClick={() => void go()}>
          {t("envelope.continue")}
          <ArrowRight aria-hidden className="size-4" />
        </Button>
      </div>
      {!isBusy && <DropArea label={t("envelope.drop")} onDrop={list.add} />}
    </div>
  );
}

interface EntryStateProps {
  entry: FileEntry;
  sending: FileEntries["sending"];
  maxBytes: number;
  onRetry: () => void;
}

/** Progress, size and pages, or the problem with a file. */
function EntryState({ entry: { state, file }, sending, maxBytes, onRetry }: EntryStateProps) {
  const t = useTranslations("documents");
  const locale = useLocale();
  switch (state.kind) {
    case "waiting":
      if (!sending) return <p>{t("envelope.waiting", { size: byteCount(file.size, locale) })}</p>;
      return <Sending sent={sending} />;
    case "stored":
      return (
        <>
          <p>{t("envelope.facts", { count: state.file.pages, size: byteCount(state.file.size, locale) })}</p>
          {state.file.upload && (
            <UploadFindings upload={state.file.upload} reader="requester" isFolded className="mt-2" />
          )}
        </>
      );
    case "refused":
      return <Refused>{t(`refused.${state.reason}.body`, { limit: byteLimit(maxBytes) })}</Refused>;
    case "failed":
      return (
        <Refused>
          <ProblemText problem={state.problem} />{" "}
          <button type="button" onClick={onRetry} className="min-h-6 underline">
            {t("new.again")}
          </button>
        </Refused>
      );
  }
}

function Sending({ sent }: { sent: NonNullable<FileEntries["sending"]> }) {
  const t = useTranslations("documents.envelope");
  const isSent = sent.loaded >= sent.total;
  return (
    <Progress
      label={isSent ? t("checking") : t("uploading")}
      value={isSent ? null : sent.loaded}
      max={sent.total}
      className="mt-1"
    />
  );
}

function Refused({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="text-ui text-danger">
      {children}
    </p>
  );
}

function ProblemText({ problem }: { problem: ApiProblem }) {
  const { title, body } = useProblemText()(problem);
  return (
    <>
      {title}. {body}
    </>
  );
}

/** Makes an envelope of several files, and the usual draft of a single one. */
function useContinue({ entries, keep }: FileEntries, title: string) {
  const router = useRouter();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const stored = entries.flatMap(({ state, name }) => (state.kind === "stored" ? { ...state.file, name } : []));
  async function make(): Promise<string | null> {
    const [first, ...others] = stored;
    if (!first) return null;
    if (others.length === 0) {
      await callApi("PATCH", "/request-signature", { json: { uuid: first.uuid, name: first.name.trim() } });
      return first.uuid;
    }
    const files = stored.map(({ fileId, name }) => ({ file: { fileId }, name: name.trim() }));
    const json = { name: title.trim(), status: 0, files };
    return (await callApi<{ uuid: string }>("POST", "/envelopes", { json })).uuid;
  }
  async function go() {
    setBusy(true);
    setProblem(null);
    try {
      const uuid = await make();
      keep();
      if (uuid !== null) router.replace(`/documents/${uuid}/signers`);
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  }
  return { go, isBusy, problem };
}
