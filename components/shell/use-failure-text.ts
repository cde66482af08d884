import { useSyncExternalStore } from "react";
import english from "@/lib/platform/locale/en/failure.json";
import portuguese from "@/lib/platform/locale/pt/failure.json";

/** Text for the last resort, straight from the catalogue, since the translator itself may have failed. The page still says its language. */
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
