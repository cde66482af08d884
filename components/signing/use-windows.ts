import { useCallback, useEffect, useState } from "react";
import { loadWindow, type SigningWindow } from "./signing-windows";

const restMs = 4000;

interface Windows {
  opened: SigningWindow;
  open: (window: Exclude<SigningWindow, "none">) => void;
  close: () => void;
  /** What a window needs could not be fetched. */
  isLost: boolean;
  preload: () => void;
}

/**
 * Which window is open over the document. The one that signs is fetched while the signer reads, when the document has
 * come, so that a lost network finds it there.
 */
export function useWindows(): Windows {
  const [opened, setOpened] = useState<SigningWindow>("none");
  const [isLost, setLost] = useState(false);
  const open = useCallback((window: Exclude<SigningWindow, "none">) => {
    void loadWindow(window).then((isThere) => {
      setLost(!isThere);
      if (isThere) setOpened(window);
    });
  }, []);
  const close = useCallback(() => setOpened("none"), []);
  const preload = useCallback(() => void loadWindow("confirm"), []);
  useEffect(() => {
    const timer = window.setTimeout(preload, restMs);
    return () => window.clearTimeout(timer);
  }, [preload]);
  return { opened, open, close, isLost, preload };
}
