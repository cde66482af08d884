import { useEffect, useRef, useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { takeIn, type PdfSource } from "./pdf-source";
import { startUpload, type RunningUpload } from "./start-upload";

export type UploadPhase =
  | { kind: "ready" | "cancelled" }
  | { kind: "uploading"; loaded: number; total: number }
  | { kind: "failed"; problem: ApiProblem };

interface Upload {
  phase: UploadPhase;
  start: (source: PdfSource, untitled: string) => void;
  cancel: () => void;
  /** What is said of the last upload concerns nobody any more. */
  forget: () => void;
}

/** One upload at a time. Cancelling, or leaving the page, leaves no document behind; the page is free again at once. */
export function useUpload(onDone: (uuid: string) => void): Upload {
  const [phase, setPhase] = useState<UploadPhase>({ kind: "ready" });
  const running = useRef<RunningUpload | null>(null);

  function giveUp() {
    running.current?.giveUp();
    running.current = null;
  }

  // Leaving the page gives up too; an upload that is done has set `running` to null by then.
  useEffect(() => giveUp, []);

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
    giveUp();
    setPhase({ kind: "cancelled" });
  }

  return { phase, start, cancel, forget: () => setPhase({ kind: "ready" }) };
}
