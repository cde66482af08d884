import type { RequestLogPage } from "./wire";

/** What is shown, with what has come since before it. Where more has come than one page holds, that page is shown instead, so that none is missing between. */
export function joinNewer(shown: RequestLogPage, newest: RequestLogPage): RequestLogPage {
  const [first] = shown.data;
  if (!first) return newest;
  const at = newest.data.findIndex(({ id }) => id <= first.id);
  if (at === 0) return shown;
  return at === -1 ? newest : { ...shown, data: [...newest.data.slice(0, at), ...shown.data] };
}
