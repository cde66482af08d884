import type { DashboardTab } from "@/lib/file-views/schema";

interface Place {
  tab: DashboardTab;
  q?: string;
  before?: string;
  after?: string;
}

/** The address of one page of the documents; what is at its standard is left out. */
export function documentsHref({ tab, ...rest }: Place): string {
  const given = Object.entries({ tab: tab === "all" ? "" : tab, ...rest }).filter(([, value]) => value !== "");
  const query = new URLSearchParams(given).toString();
  return query === "" ? "/documents" : `/documents?${query}`;
}
