import { useEffect, useState } from "react";
import { openVersions, type Versions } from "../compare/open-versions";

/** Both versions, opened by the browser; "failed" where one of them cannot be. */
export function useVersions(file: Blob, end: number): Versions | "opening" | "failed" {
  const [versions, setVersions] = useState<Versions | "opening" | "failed">("opening");
  useEffect(() => {
    let isOver = false;
    const opening = openVersions(file, end);
    opening.promise.then(
      (open) => {
        if (!isOver) setVersions(open);
      },
      () => {
        if (!isOver) setVersions("failed");
      },
    );
    return () => {
      isOver = true;
      opening.close();
      setVersions("opening");
    };
  }, [file, end]);
  return versions;
}
