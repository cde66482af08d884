import type { ListQuery } from "./schema";

export interface PageLinks {
  current: string | null;
  next: string | null;
  prev: string | null;
  last: string | null;
  first: string | null;
}

/**
 * The five links of a page. All are null when one page holds everything; `prev` and `first` on page 1, `next` and `last` on the
 * last page. Every link repeats the caller's filters.
 */
export function pageLinks(
  url: string,
  query: ListQuery,
  { page, length, total }: { page: number; length: number; total: number },
): PageLinks {
  const lastPage = Math.max(1, Math.ceil(total / length));
  if (lastPage === 1) return { current: null, next: null, prev: null, last: null, first: null };
  const link = (to: number): string => `${url}?${withPage(query, to, length)}`;
  const isLast = page >= lastPage;
  return {
    current: link(page),
    next: isLast ? null : link(page + 1),
    prev: page === 1 ? null : link(Math.min(page - 1, lastPage)),
    last: isLast ? null : link(lastPage),
    first: page === 1 ? null : link(1),
  };
}

function withPage(
  { page: _page, length: _length, limit: _limit, per_page: _perPage, cursor: _cursor, ...filters }: ListQuery,
  page: number,
  length: number,
): string {
  const parameters = new URLSearchParams({ page: String(page), length: String(length) });
  for (const [name, value] of Object.entries(filters)) {
    if (value !== undefined) for (const item of [value].flat()) parameters.append(name, String(item));
  }
  return parameters.toString();
}
