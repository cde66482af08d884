"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef } from "react";
import { ApiProblem, callApi } from "@/components/api/call";
import { useAnnounce } from "@/components/ui/live-region";
import type { ListMark, Progress } from "@/lib/views/schema";

const pauseMilliseconds = 1500;

/**
 * Polls while the page is visible, and at once when it becomes visible. One call at a time; a failed call needs no
 * retry, because the next poll follows. For a logged-out user it polls only when the page becomes visible, and their
 * next action asks them to log in.
 */
export function useLook(lookOnce: () => Promise<void>, isLive: boolean): void {
  /** False if further polling is pointless. */
  const look = useEffectEvent(async (): Promise<boolean> => {
    if (document.visibilityState === "hidden") return true;
    try {
      await lookOnce();
      return true;
    } catch (error) {
      return !(error instanceof ApiProblem && error.code === "unauthenticated");
    }
  });

  useEffect(() => {
    if (!isLive) return;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    async function lookOn(): Promise<void> {
      const goesOn = await look();
      if (goesOn && !isOver) timer = setTimeout(() => void lookOn(), pauseMilliseconds);
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
}

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

/** Keeps the list current without a reload while it is visible. `mark` identifies the shown state. */
export function LiveList({ mark }: { mark: string }) {
  const router = useRouter();
  useLook(async () => {
    const now = await callApi<ListMark>("GET", "/file/list/mark", { background: true });
    if (now.mark !== mark) router.refresh();
  }, true);
  return null;
}

/** Refreshes the page at an interval while it is visible. */
export function RefreshEvery({ seconds }: { seconds: number }) {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") router.refresh();
    }, seconds * 1000);
    return () => clearInterval(timer);
  }, [router, seconds]);
  return null;
}
