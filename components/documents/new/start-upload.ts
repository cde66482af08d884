export type OnProgress = (loaded: number, total: number) => void;

/** How a document comes in, and how one that came too late goes again. */
interface UploadTransport {
  takeIn: (onProgress: OnProgress, signal: AbortSignal) => Promise<{ uuid: string }>;
  remove: (uuid: string) => Promise<void>;
}

type UploadOutcome = { kind: "made"; uuid: string } | { kind: "failed"; error: unknown } | { kind: "givenUp" };

export interface RunningUpload {
  /** Never rejects. Of an upload that was given up it is `givenUp`, once nothing of it is left. */
  outcome: Promise<UploadOutcome>;
  giveUp: () => void;
}

/**
 * One upload that can be given up at any time. While bytes are leaving it is broken off; once all have left the server may be storing the
 * document, so that breaking off could come too late: then its answer is awaited and the document removed.
 */
export function startUpload({ takeIn, remove }: UploadTransport, onProgress: OnProgress): RunningUpload {
  const abort = new AbortController();
  let [isSent, isUnwanted] = [false, false];

  function follow(loaded: number, total: number) {
    isSent = loaded >= total;
    if (!isUnwanted) onProgress(loaded, total);
  }

  async function run(): Promise<UploadOutcome> {
    try {
      const { uuid } = await takeIn(follow, abort.signal);
      if (!isUnwanted) return { kind: "made", uuid };
      await remove(uuid);
      return { kind: "givenUp" };
    } catch (error) {
      return isUnwanted ? { kind: "givenUp" } : { kind: "failed", error };
    }
  }

  function giveUp() {
    isUnwanted = true;
    if (!isSent) abort.abort();
  }

  return { outcome: run(), giveUp };
}
