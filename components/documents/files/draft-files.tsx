"use client";

import { Plus } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { uploadDocument } from "@/components/api/upload";
import { useAction } from "@/components/api/use-action";
import { DismissibleFindings } from "@/components/documents/dismissible-findings";
import {
  DocumentChooser,
  RefusedFile,
  refuseDocument,
  titleOfFile,
  type RefusedChoice,
} from "@/components/documents/document-choice";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Progress } from "@/components/ui/progress";
import { byteCount } from "@/lib/platform/locale/format";
import type { FileWire } from "@/lib/views/schema";
import { FileRow, withMovedEntry } from "./file-entries";

type DraftFile = Pick<FileWire, "uuid" | "fileId" | "name" | "files" | "signers" | "visibleElements">;
type EnvelopeFile = NonNullable<FileWire["files"]>[number];

/** The files of a draft. A document without people becomes an envelope when another file is added. */
export function DraftFiles({ file, maxBytes }: { file: DraftFile; maxBytes: number }) {
  const t = useTranslations("documents.envelope");
  const { files, signers } = file;
  if (files) return <EnvelopeFiles file={file} files={files} maxBytes={maxBytes} />;
  if (signers.length > 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <AddFiles file={file} maxBytes={maxBytes} />
      <p className="text-ui text-muted">{t("addHint")}</p>
    </div>
  );
}

interface EnvelopeFilesProps {
  file: DraftFile;
  files: readonly EnvelopeFile[];
  maxBytes: number;
}

function EnvelopeFiles({ file, files, maxBytes }: EnvelopeFilesProps) {
  const t = useTranslations("documents.envelope");
  const locale = useLocale();
  const { busy, problem, run } = useAction();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [confirming, setConfirming] = useState<EnvelopeFile | null>(null);
  const nameOf = ({ uuid, name }: EnvelopeFile) => typed[uuid] ?? name;
  const store = (pdfs: readonly EnvelopeFile[]) =>
    callApi("PATCH", `/envelopes/${file.uuid}`, {
      json: { files: pdfs.map((pdf) => ({ uuid: pdf.uuid, name: nameOf(pdf).trim() || pdf.name })) },
    });

  function move(index: number, by: -1 | 1) {
    void run("move", async () => {
      await store(withMovedEntry(files, index, by));
      return t("moved", { position: index + 1 + by });
    });
  }

  function rename(pdf: EnvelopeFile) {
    if (nameOf(pdf).trim() === "" || nameOf(pdf).trim() === pdf.name) return;
    void run("rename", async () => {
      await store(files);
      return t("renamed");
    });
  }

  function remove(pdf: EnvelopeFile) {
    void run("remove", async () => {
      await callApi("DELETE", `/envelopes/${file.uuid}/files/${pdf.uuid}`);
      return t("removed", { name: pdf.name });
    });
  }

  const fieldsIn = ({ uuid }: EnvelopeFile) => file.visibleElements.filter((field) => field.file === uuid).length;
  return (
    <section aria-labelledby="files-heading" className="rounded-card border border-hairline bg-surface">
      <div className="px-4 pt-4 sm:px-5">
        <h2 id="files-heading" className="text-reading font-semibold">
          {t("heading", { count: files.length })}
        </h2>
        <p className="text-ui text-muted">{t("hint")}</p>
      </div>
      {problem && <ProblemNotice problem={problem} className="m-4 mb-0" />}
      <ol className="divide-y divide-hairline">
        {files.map((pdf, index) => (
          <FileRow
            key={pdf.uuid}
            position={index + 1}
            count={files.length}
            name={nameOf(pdf)}
            uuid={pdf.uuid}
            isBusy={busy !== null}
            onRename={(name) => setTyped({ ...typed, [pdf.uuid]: name })}
            onRenamed={() => rename(pdf)}
            onMove={(by) => move(index, by)}
            onRemove={files.length > 1 ? () => (fieldsIn(pdf) > 0 ? setConfirming(pdf) : remove(pdf)) : undefined}
          >
            <p>{t("facts", { count: pdf.pages, size: byteCount(pdf.size, locale) })}</p>
            {pdf.upload && (
              <DismissibleFindings upload={pdf.upload} reader="requester" uuid={pdf.uuid} isFolded className="mt-2" />
            )}
          </FileRow>
        ))}
      </ol>
      <div className="border-t border-hairline px-4 py-3 sm:px-5">
        <AddFiles file={file} maxBytes={maxBytes} />
      </div>
      <ConfirmDialog
        open={confirming !== null}
        onOpenChange={(open) => {
          if (!open) setConfirming(null);
        }}
        title={t("removal.title", { name: confirming?.name ?? "" })}
        body={t("removal.body", { count: confirming ? fieldsIn(confirming) : 0 })}
        confirmLabel={t("removal.confirm")}
        danger
        onConfirm={() => {
          if (confirming) remove(confirming);
          setConfirming(null);
        }}
      />
    </section>
  );
}

function AddFiles({ file, maxBytes }: { file: DraftFile; maxBytes: number }) {
  const t = useTranslations("documents.envelope");
  const { add, sent, problem, refused } = useAddedFiles(file, maxBytes);
  return (
    <div className="min-w-0">
      {refused && <RefusedFile refused={refused} maxBytes={maxBytes} />}
      {problem && <ProblemNotice problem={problem} className="mb-3" />}
      <DocumentChooser busy={sent !== null} icon={<Plus aria-hidden className="size-4" />} onChoose={add}>
        {t(file.files ? "add" : "addAnother")}
      </DocumentChooser>
      {sent && (
        <Progress
          label={sent.loaded < sent.total ? t("uploading") : t("checking")}
          value={sent.loaded < sent.total ? sent.loaded : null}
          max={sent.total}
          className="mt-3"
        />
      )}
    </div>
  );
}

interface AddedFiles {
  add: (chosen: readonly File[]) => void;
  /** Bytes of the file that is being sent; null when none is. */
  sent: { loaded: number; total: number } | null;
  problem: ApiProblem | null;
  refused: RefusedChoice | null;
}

/** Adds PDFs to a draft: all chosen ones, or none. */
function useAddedFiles(draft: Pick<FileWire, "uuid" | "fileId" | "name" | "files">, maxBytes: number): AddedFiles {
  const t = useTranslations("documents.start");
  const router = useRouter();
  const [sent, setSent] = useState<AddedFiles["sent"]>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [refused, setRefused] = useState<RefusedChoice | null>(null);

  async function upload(chosen: readonly File[], uploads: FileWire[]): Promise<void> {
    for (const file of chosen) {
      const name = titleOfFile(file.name) || t("untitled");
      uploads.push(await uploadDocument(file, name, (loaded, total) => setSent({ loaded, total })));
    }
  }

  async function join(uploads: readonly FileWire[]): Promise<void> {
    const files = uploads.map(({ fileId }) => ({ file: { fileId } }));
    if (draft.files) {
      await callApi("POST", `/envelopes/${draft.uuid}/files`, { json: { files } });
      return router.refresh();
    }
    const json = { name: draft.name, status: 0, files: [{ file: { fileId: draft.fileId } }, ...files] };
    const { uuid } = await callApi<{ uuid: string }>("POST", "/envelopes", { json });
    window.location.assign(`/documents/${uuid}/signers`);
  }

  async function add(chosen: readonly File[]): Promise<void> {
    setProblem(null);
    const wrong = await firstRefused(chosen, maxBytes);
    setRefused(wrong);
    const [first] = chosen;
    if (wrong || !first) return;
    setSent({ loaded: 0, total: first.size });
    const uploads: FileWire[] = [];
    try {
      await upload(chosen, uploads);
      await join(uploads);
    } catch (error) {
      for (const { uuid } of uploads) void callApi("DELETE", `/file/${uuid}`).catch(() => undefined);
      setProblem(asProblem(error));
    }
    setSent(null);
  }

  return { add: (chosen) => void add(chosen), sent, problem, refused };
}

async function firstRefused(files: readonly File[], maxBytes: number): Promise<RefusedChoice | null> {
  for (const file of files) {
    const reason = await refuseDocument(file, maxBytes);
    if (reason) return { reason, fileName: file.name };
  }
  return null;
}
