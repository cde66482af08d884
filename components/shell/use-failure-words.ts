import { useSyncExternalStore } from "react";
import english from "@/lib/locale/en/failure.json";
import portuguese from "@/lib/locale/pt/failure.json";

/** What is said when everything else failed, straight from the catalogue: what hands words out may be what failed. The page still says its language. */
export function useFailureWords(): typeof english {
  return useSyncExternalStore(
    neverChanges,
    () => (document.documentElement.lang === "pt" ? portuguese : english),
    () => english,
  );
}

function neverChanges() {
  return () => undefined;
}
