"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { callApi } from "@/components/api/call";
import { useAnnounce } from "@/components/ui/live-region";
import type { Progress } from "@/lib/views/schema";
import { useLook } from "../use-look";

interface LiveProgressProps {
  uuid: string;
  /** What the page shows: it is made anew when the service says something else. */
  sequence: number;
  status: number;
  /** Something may change without the viewer. */
  isLive: boolean;
  /** How it stands, in words; read out when it changes. */
  text: string;
}

/** Keeps a page about a document current without a reload, while the page is looked at. */
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
