import { useEffect, useState } from "react";

type Patterns = typeof import("@/lib/platform/field-rules/pattern");

/** The matcher of patterns, loaded when a field has a pattern: few have. Null until then; if it cannot be loaded, the server alone judges patterns. */
export function useMatcher(isNeeded: boolean): Patterns | null {
  const [patterns, setPatterns] = useState<Patterns | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    void import("@/lib/platform/field-rules/pattern").then(setPatterns, () => undefined);
  }, [isNeeded]);
  return patterns;
}
