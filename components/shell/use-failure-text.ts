import { useSyncExternalStore } from "react";
import english from "@/lib/platform/locale/en/failure.json";
import portuguese from "@/lib/platform/locale/pt/failure.json";

/** Messages of the last resort, read straight from the catalogue because the translator itself may have failed. The page still states its language. */
export function useFailureText(): typeof english {
  return useSyncExternalStore(
    neverChanges,
    () => (document.documentElement.lang.startsWith("pt") ? portuguese : english),
    () => english,
  );
}

function neverChanges() {
  return () => undefined;
}
