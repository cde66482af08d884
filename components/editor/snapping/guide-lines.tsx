"use client";

import { useSyncExternalStore } from "react";
import { useEditor } from "@/components/editor/editor-context";

const none = () => null;

/** The lines that a box which is being moved has come to lie on. */
export function GuideLines({ page, scale }: { page: number; scale: number }) {
  const {
    boxActs: { guides },
  } = useEditor();
  const shown = useSyncExternalStore(guides.subscribe, () => guides.on(page), none);
  if (!shown) return null;
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 z-20">
      {shown.upright.map((at) => (
        <span
          key={at}
          data-guide="upright"
          className="absolute inset-y-0 w-px bg-paper-danger"
          style={{ left: at * scale }}
        />
      ))}
      {shown.level.map((at) => (
        <span
          key={at}
          data-guide="level"
          className="absolute inset-x-0 h-px bg-paper-danger"
          style={{ top: at * scale }}
        />
      ))}
    </div>
  );
}
