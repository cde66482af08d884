import { useCallback, useEffect, useState } from "react";
import { loadWindow, type SigningWindow } from "./signing-windows";

const restMs = 4000;

interface Windows {
  opened: SigningWindow;
  open: (window: Exclude<SigningWindow, "none">) => void;
  close: () => void;
  /** A dialog's code could not be loaded. */
  isLost: boolean;
  preload: () => void;
}

/** The open dialog. The code for signing is loaded once the document has arrived, so that it is available if the network is lost. */
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
