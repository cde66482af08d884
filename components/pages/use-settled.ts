import { useEffect, useState } from "react";

/** The value once it has not changed for `ms`; its first value that is not null at once. */
export function useSettled(value: number | null, ms: number): number | null {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), settled === null ? 0 : ms);
    return () => window.clearTimeout(timer);
  }, [value, ms, settled]);
  return settled;
}
