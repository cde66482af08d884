import { useRef, useState } from "react";
import { asProblem } from "@/components/api/api-problem";
import { cleanUpload, type CleanedUpload, type CleanPath } from "./clean-upload";

export interface Upload {
  file: File;
  takePaperOut: boolean;
  state: "reading" | CleanedUpload;
}

/** The picture that was chosen last, and what came of it. */
export function useUpload(path: CleanPath): [Upload | null, (file: File, takePaperOut: boolean) => void] {
  const [upload, setUpload] = useState<Upload | null>(null);
  const turn = useRef(0);

  async function read(file: File, takePaperOut: boolean) {
    const mine = (turn.current += 1);
    setUpload({ file, takePaperOut, state: "reading" });
    const state = await cleanUpload(path, file, takePaperOut).catch((error: unknown) => ({
      problem: asProblem(error),
    }));
    if (mine === turn.current) setUpload({ file, takePaperOut, state });
  }

  return [upload, (file, takePaperOut) => void read(file, takePaperOut)];
}
