"use client";

import type { SelectOption } from "./select";
import { useIsInBrowser } from "./use-is-in-browser";

/** All time zones for a select, the chosen one always among them. The browser's list may differ from the server's, so it comes after hydration. */
export function useTimeZones(chosen: string | null): SelectOption[] {
  const isInBrowser = useIsInBrowser();
  const known = isInBrowser ? ["UTC", ...Intl.supportedValuesOf("timeZone")] : [];
  const names = new Set([...known, ...(chosen === null || chosen === "" ? [] : [chosen])]);
  return [...names].sort().map((name) => ({ value: name, label: name.replaceAll("_", " "), lang: "" }));
}
