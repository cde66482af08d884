import { useRef, useState } from "react";
import { readUpload } from "./read-upload";
import type { Upload } from "./upload-panel";

/** The picture that was chosen last, and what came of it. */
export function useUpload(): [Upload | null, (file: File, takePaperOut: boolean) => void] {
  const [upload, setUpload] = useState<Upload | null>(null);
  const turn = useRef(0);

  async function read(file: File, takePaperOut: boolean) {
    const mine = (turn.current += 1);
    setUpload({ file, takePaperOut, state: "reading" });
    const state = await readUpload(file, takePaperOut).catch(() => ({ refusal: "unreadable" as const }));
    if (mine === turn.current) setUpload({ file, takePaperOut, state });
  }

  return [upload, (file, takePaperOut) => void read(file, takePaperOut)];
}
