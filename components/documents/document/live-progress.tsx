"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { callApi } from "@/components/api/call";
import { useAnnounce } from "@/components/ui/live-region";
import type { Progress } from "@/lib/views/schema";
import { useLook } from "../use-look";

interface LiveProgressProps {
  uuid: string;
  /** Sequence shown by the page, which refreshes when the server reports another one. */
  sequence: number;
  status: number;
  /** Whether something may change without the viewer. */
  isLive: boolean;
  /** The state as text, announced when it changes. */
  text: string;
}

/** Keeps a document's page current without a reload, while the page is visible. */
export function LiveProgress({ uuid, sequence, status, isLive, text }: LiveProgressProps) {
  const router = useRouter();
  const announce = useAnnounce();
  const lastText = useRef(text);

  useEffect(() => {
    if (lastText.current !== text) announce(text);
    lastText.current = text;
  }, [announce, text]);

  useLook(async () => {
    const now = await callApi<Progress>("GET", `/file/${uuid}/progress`, { background: true });
    if (now.sequence !== sequence || now.status !== status) router.refresh();
  }, isLive);

  return null;
}
