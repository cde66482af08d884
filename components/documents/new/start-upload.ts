export type OnProgress = (loaded: number, total: number) => void;

/** Uploads a document, and deletes one that was stored after a cancellation. */
interface UploadTransport {
  takeIn: (onProgress: OnProgress, signal: AbortSignal) => Promise<{ uuid: string }>;
  remove: (uuid: string) => Promise<void>;
}

type UploadOutcome = { kind: "made"; uuid: string } | { kind: "failed"; error: unknown } | { kind: "cancelled" };

export interface RunningUpload {
  /** Never rejects. Resolves to `cancelled` once nothing of a cancelled upload is left. */
  outcome: Promise<UploadOutcome>;
  cancel: () => void;
}

/**
 * An upload that can be cancelled at any time. While bytes are being sent it is aborted. Once all are sent, the server may be storing the document already, so
 * the answer is awaited and the document deleted.
 */
export function startUpload({ takeIn, remove }: UploadTransport, onProgress: OnProgress): RunningUpload {
  const abort = new AbortController();
  let [isSent, isCancelled] = [false, false];

  function follow(loaded: number, total: number) {
    isSent = loaded >= total;
    if (!isCancelled) onProgress(loaded, total);
  }

  async function run(): Promise<UploadOutcome> {
    try {
      const { uuid } = await takeIn(follow, abort.signal);
      if (!isCancelled) return { kind: "made", uuid };
      await remove(uuid);
      return { kind: "cancelled" };
    } catch (error) {
      return isCancelled ? { kind: "cancelled" } : { kind: "failed", error };
    }
  }

  function cancel() {
    isCancelled = true;
    if (!isSent) abort.abort();
  }

  return { outcome: run(), cancel };
}
