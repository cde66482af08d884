import { useEffect, useRef, useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { uploadPdf } from "@/components/api/upload";

export type UploadPhase =
  | { kind: "ready" | "cancelling" | "cancelled" }
  | { kind: "uploading"; loaded: number; total: number }
  | { kind: "failed"; problem: ApiProblem };

interface RunningUpload {
  abort: AbortController;
  /** All bytes have left: the server may be storing the document, so that breaking off could come too late. */
  isSent: boolean;
  isUnwanted: boolean;
}

interface Upload {
  phase: UploadPhase;
  start: (file: File, title: string) => void;
  cancel: () => void;
}

/** One upload at a time. Cancelling, or leaving the page, leaves no document behind. */
export function useUpload(onDone: (uuid: string) => void): Upload {
  const [phase, setPhase] = useState<UploadPhase>({ kind: "ready" });
  const running = useRef<RunningUpload | null>(null);

  function giveUp() {
    const upload = running.current;
    if (!upload) return;
    upload.isUnwanted = true;
    if (!upload.isSent) upload.abort.abort();
  }

  // Leaving the page gives up too; an upload that is done has set `running` to null by then.
  useEffect(() => giveUp, []);

  async function run(file: File, title: string): Promise<void> {
    const upload: RunningUpload = { abort: new AbortController(), isSent: false, isUnwanted: false };
    running.current = upload;
    setPhase({ kind: "uploading", loaded: 0, total: file.size });
    const follow = (loaded: number, total: number) => {
      upload.isSent = loaded >= total;
      if (!upload.isUnwanted) setPhase({ kind: "uploading", loaded, total });
    };
    try {
      const { uuid } = await uploadPdf(file, title, follow, upload.abort.signal);
      running.current = null;
      if (!upload.isUnwanted) return onDone(uuid);
      await callApi("DELETE", `/file/${uuid}`);
      setPhase({ kind: "cancelled" });
    } catch (error) {
      running.current = null;
      setPhase(upload.isUnwanted ? { kind: "cancelled" } : { kind: "failed", problem: asProblem(error) });
    }
  }

  function cancel() {
    giveUp();
    setPhase({ kind: "cancelling" });
  }

  return { phase, start: (file, title) => void run(file, title), cancel };
}
