"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const everyMs = 2000;
const times = 60;

/** Refreshes the page every two seconds, for two minutes, until the document is sealed. */
export function WatchForEnd() {
  const router = useRouter();
  useEffect(() => {
    let left = times;
    const timer = window.setInterval(() => {
      left -= 1;
      if (left <= 0) window.clearInterval(timer);
      router.refresh();
    }, everyMs);
    return () => window.clearInterval(timer);
  }, [router]);
  return null;
}
