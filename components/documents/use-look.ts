import { useEffect, useEffectEvent } from "react";
import { ApiProblem } from "@/components/api/api-problem";

const pauseMilliseconds = 1500;

/**
 * Polls while the page is visible, and at once when it becomes visible. One call at a time; a failed call is made up for by the next. A logged-out user is
 * polled for only when the page becomes visible, and their next action asks them to log in.
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
