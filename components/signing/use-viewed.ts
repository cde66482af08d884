import { useEffect } from "react";
import { callApi } from "@/components/api/call";

/** Reports once that the document is in front of a person, after the page was painted in a visible tab. A failure is ignored. */
export function useViewed(u: string): void {
  useEffect(() => {
    let timer = 0;
    const noteViewed = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", noteViewed);
      timer = window.setTimeout(() => void callApi("POST", `/sign/uuid/${u}/viewed`).catch(() => undefined), 300);
    };
    document.addEventListener("visibilitychange", noteViewed);
    noteViewed();
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("visibilitychange", noteViewed);
    };
  }, [u]);
}
