"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef } from "react";
import { callApi } from "@/components/api/call";
import { useAnnounce } from "@/components/ui/live-region";
import type { Progress } from "@/lib/file-views/schema";

const pauseMilliseconds = 2000;

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

  const look = useEffectEvent(async () => {
    if (document.visibilityState === "hidden") return;
    try {
      const now = await callApi<Progress>("GET", `/file/${uuid}/progress`);
      if (now.sequence !== sequence || now.status !== status) router.refresh();
    } catch {
      // The connection may come back, and somebody logged out is asked to log in by their next act.
    }
  });

  useEffect(() => {
    if (!isLive) return;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    async function lookOn(): Promise<void> {
      await look();
      if (!isOver) timer = setTimeout(() => void lookOn(), pauseMilliseconds);
    }
    timer = setTimeout(() => void lookOn(), pauseMilliseconds);
    const onShow = () => void look();
    document.addEventListener("visibilitychange", onShow);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onShow);
    };
  }, [isLive]);

  return null;
}
