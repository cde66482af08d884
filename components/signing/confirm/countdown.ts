import { useEffect, useState } from "react";

/** Seconds until `at` (milliseconds since 1970), counted down once a second; 0 when it is over, null when there is nothing to wait for. */
export function useSecondsUntil(at: number | null): number | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (at === null) return;
    const look = () => setNow(Date.now());
    // What was read when the page came may be minutes old by the time there is something to wait for.
    const first = window.setTimeout(look, 0);
    const timer = window.setInterval(look, 500);
    return () => {
      window.clearTimeout(first);
      window.clearInterval(timer);
    };
  }, [at]);
  return at === null ? null : Math.max(0, Math.ceil((at - now) / 1000));
}

/** "0:42", "14:05", "1:02:03". */
export function clockOf(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const two = (part: number) => String(part).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
