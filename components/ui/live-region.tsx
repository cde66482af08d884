"use client";

import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from "react";

const Announce = createContext<(text: string) => void>(() => undefined);

/** One polite live region per page. */
export function LiveRegionProvider({ children }: { children: ReactNode }) {
  const [announcement, setAnnouncement] = useState({ text: "", turn: 0 });
  const last = useRef(0);
  const announce = useCallback((text: string) => {
    last.current += 1;
    setAnnouncement({ text, turn: last.current });
  }, []);
  return (
    <Announce value={announce}>
      {children}
      <div aria-live="polite" className="sr-only">
        {/* A new element, so that repeated text is announced again. */}
        <span key={announcement.turn}>{announcement.text}</span>
      </div>
    </Announce>
  );
}

/** Announces text to screen readers, after the current announcement. */
export function useAnnounce(): (text: string) => void {
  return useContext(Announce);
}
