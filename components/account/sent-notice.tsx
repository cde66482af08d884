"use client";

import { useEffect, useRef, type ReactNode } from "react";
import { Notice } from "@/components/ui/notice";

/** Takes the place of a form that has sent a mail, and the focus with it. */
export function SentNotice({ title, children }: { title: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="rounded-card">
      <Notice tone="success" title={title} role="status">
        <p className="wrap-anywhere">{children}</p>
      </Notice>
    </div>
  );
}
