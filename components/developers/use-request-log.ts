import { useCallback, useEffect, useRef, useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { joinNewer } from "./join-newer";
import type { LoggedRequest, RequestLogPage } from "./wire";

export interface RequestFilter {
  /** `2xx`, `4xx`, `5xx`; "" for all. */
  status: string;
  /** The id of a token; "" for all. */
  token: string;
}

interface RequestLogState {
  filter: RequestFilter;
  setFilter: (filter: RequestFilter) => void;
  requests: readonly LoggedRequest[];
  hasMore: boolean;
  problem: ApiProblem | null;
  more: () => void;
}

const lookAgainMs = 3000;
const atOnce = "20";

/** The log of calls, newest first. While the page is looked at, new calls appear by themselves. */
export function useRequestLog(initial: RequestLogPage): RequestLogState {
  const [filter, setFilter] = useState<RequestFilter>({ status: "", token: "" });
  const [page, setPage] = useState(initial);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const asked = useRef(filter);

  /** An answer that comes after another question was asked is dropped. */
  const ask = useCallback(
    (
      of: RequestFilter,
      cursor: string | null,
      take: (page: RequestLogPage, answer: RequestLogPage) => RequestLogPage,
    ) => {
      const query = new URLSearchParams(
        Object.entries({ ...of, cursor: cursor ?? "", length: atOnce }).filter(([, value]) => value !== ""),
      );
      callApi<RequestLogPage>("GET", `/account/requests?${query.toString()}`).then(
        (answer) => {
          if (asked.current !== of) return;
          setPage((present) => take(present, answer));
          setProblem(null);
        },
        (error: unknown) => setProblem(asProblem(error)),
      );
    },
    [],
  );

  useEffect(() => {
    const timer = window.setInterval(() => {
      if (document.visibilityState === "visible") ask(asked.current, null, joinNewer);
    }, lookAgainMs);
    return () => window.clearInterval(timer);
  }, [ask]);

  return {
    filter,
    setFilter(next) {
      asked.current = next;
      setFilter(next);
      ask(next, null, (_present, answer) => answer);
    },
    requests: page.data,
    hasMore: page.pagination.nextCursor !== null,
    problem,
    more: () =>
      ask(filter, page.pagination.nextCursor, (present, older) => ({
        ...older,
        data: [...present.data, ...older.data],
      })),
  };
}
