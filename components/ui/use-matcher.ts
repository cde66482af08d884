import { useEffect, useState } from "react";

type Patterns = typeof import("@/lib/platform/field-rules/pattern");

/**
 * The pattern matcher, loaded only when a field has a pattern, because few have one. Null until then; if it cannot be
 * loaded, only the server checks patterns.
 */
export function useMatcher(isNeeded: boolean): Patterns | null {
  const [patterns, setPatterns] = useState<Patterns | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    void import("@/lib/platform/field-rules/pattern").then(setPatterns, () => undefined);
  }, [isNeeded]);
  return patterns;
}
