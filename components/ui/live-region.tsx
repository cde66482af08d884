"use client";

import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from "react";

const Announce = createContext<(text: string) => void>(() => undefined);

/** One polite live region a page. */
export function LiveRegionProvider({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ text: "", turn: 0 });
  const last = useRef(0);
  const announce = useCallback((text: string) => {
    last.current += 1;
    setSaid({ text, turn: last.current });
  }, []);
  return (
    <Announce value={announce}>
      {children}
      <div aria-live="polite" className="sr-only">
        {/* A new element, so that the same words are read again. */}
        <span key={said.turn}>{said.text}</span>
      </div>
    </Announce>
  );
}

/** Has a screen reader say something, after what it is saying now. */
export function useAnnounce(): (text: string) => void {
  return useContext(Announce);
}
