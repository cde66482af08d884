import type { ListQuery } from "./schema";

export type SortName = NonNullable<ListQuery["sortBy"]>;

export interface Sorting {
  by: SortName;
  direction: "asc" | "desc";
}

/** Newest first; names and states from the first to the last. */
export function sortingOf({ sortBy, sortDirection }: Pick<ListQuery, "sortBy" | "sortDirection">): Sorting {
  const by = sortBy ?? "created_at";
  return { by, direction: sortDirection ?? (by === "created_at" ? "desc" : "asc") };
}
