"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";
import { callApi } from "@/components/api/call";
import type { Progress } from "@/lib/file-views/schema";

const pauseMilliseconds = 2000;

interface LiveProgressProps {
  uuid: string;
  /** What the page shows: it is made anew when the service says something else. */
  sequence: number;
  status: number;
}

/** Keeps a page about a document current without a reload, while the page is looked at. */
export function LiveProgress({ uuid, sequence, status }: LiveProgressProps) {
  const router = useRouter();

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
  }, []);

  return null;
}
