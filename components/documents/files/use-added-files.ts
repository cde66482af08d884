import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { uploadDocument } from "@/components/api/upload";
import { titleOfFile } from "@/components/documents/new/title-of-file";
import { refuseDocument } from "@/components/documents/new/use-document-choice";
import type { RefusedChoice } from "@/components/documents/new/use-pdf-choice";
import type { FileWire } from "@/lib/views/schema";

interface AddedFiles {
  add: (chosen: readonly File[]) => void;
  /** Bytes of the file that is being sent; null when none is. */
  sent: { loaded: number; total: number } | null;
  problem: ApiProblem | null;
  refused: RefusedChoice | null;
}

/** Adds PDFs to a draft: all that were chosen, or none. */
export function useAddedFiles(
  draft: Pick<FileWire, "uuid" | "fileId" | "name" | "files">,
  maxBytes: number,
): AddedFiles {
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
