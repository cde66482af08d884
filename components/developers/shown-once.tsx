"use client";

import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";

/** A secret that was answered this once. */
export function ShownOnce({ words, secret, copyLabel }: { words: string; secret: string; copyLabel: string }) {
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warning" role="status">
        {words}
      </Notice>
      <code className="rounded-control border border-control bg-canvas px-3 py-2 font-mono text-ui wrap-anywhere select-all">
        {secret}
      </code>
      <div>
        <CopyButton text={secret} label={copyLabel} />
      </div>
    </div>
  );
}
