import type { DashboardFilters } from "@/lib/file-views/schema";

/** The filters of the panel, in its order. What is searched for stands in the search field. */
export const filterNames = ["state", "signer", "by", "from", "to", "due"] as const;
export type FilterName = (typeof filterNames)[number];

export const noFilters: DashboardFilters = {
  q: "",
  state: "",
  from: "",
  to: "",
  zone: "",
  signer: "",
  by: "",
  due: "",
};

/** Those that narrow the list now. */
export function activeFilters(filters: DashboardFilters): FilterName[] {
  return filterNames.filter((name) => filters[name] !== "");
}

/** The filters with all of the panel taken off, and what is searched for as it is. */
export function withoutFilters({ q }: Pick<DashboardFilters, "q">): DashboardFilters {
  return { ...noFilters, q };
}
