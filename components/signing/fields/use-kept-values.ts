import { useMemo } from "react";
import { useIsInBrowser } from "@/components/ui/use-is-in-browser";
import type { LinkBox } from "@/lib/signing/schema";
import type { FieldValues } from "./field-state";
import { readKeptValues } from "./kept-values";

/** What this tab kept of an earlier look at the document; null at first, as on the server, which knows nothing of it. */
export function useKeptValues(documentUuid: string, boxes: readonly LinkBox[]): FieldValues | null {
  const isInBrowser = useIsInBrowser();
  return useMemo(() => (isInBrowser ? readKeptValues(documentUuid, boxes) : null), [isInBrowser, documentUuid, boxes]);
}
