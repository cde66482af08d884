"use client";

import { useEffect, useState } from "react";
import type { z } from "zod";
import { callApi } from "@/components/api/call";
import type { pageTextAnswer } from "@/lib/documents/schema";

/** The text of a page for screen readers, if pdf.js cannot provide it. Renders nothing if the text cannot be loaded. */
export function PageText({ u, page }: { u: string; page: number }) {
  const [lines, setLines] = useState<readonly string[]>([]);
  useEffect(() => {
    let isOver = false;
    void callApi<z.infer<typeof pageTextAnswer>>("GET", `/sign/uuid/${u}/pages/${page}/text`).then(
      (answer) => isOver || setLines(answer.lines),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [u, page]);
  return (
    <div className="sr-only">
      {lines.map((line, index) => (
        <p key={index}>{line}</p>
      ))}
    </div>
  );
}
