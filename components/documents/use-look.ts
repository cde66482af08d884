import { useEffect, useEffectEvent } from "react";
import { ApiProblem } from "@/components/api/api-problem";

const pauseMilliseconds = 1500;

/**
 * Looks again and again while the page is looked at, and at once when it is turned to. One look at a time; a failed one is made up for by the
 * next. Whoever is logged out is looked for only when the page is turned to; their next act asks them to log in.
 */
export function useLook(lookOnce: () => Promise<void>, isLive: boolean): void {
  /** False when there is no use in looking on. */
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
