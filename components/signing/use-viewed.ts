import { useEffect } from "react";
import { callApi } from "@/components/api/call";

/** Says once the page has been painted in a visible tab that a person has the document before them. A failure is nobody's loss. */
export function useViewed(u: string): void {
  useEffect(() => {
    let timer = 0;
    const say = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", say);
      timer = window.setTimeout(() => void callApi("POST", `/sign/uuid/${u}/viewed`).catch(() => undefined), 300);
    };
    document.addEventListener("visibilitychange", say);
    say();
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("visibilitychange", say);
    };
  }, [u]);
}
