"use client";

import { clsx } from "clsx";
import { CircleAlert, CircleCheck, CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useCallback, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Select } from "@/components/ui/inputs";
import { ButtonLink } from "@/components/ui/page-link";
import { Time } from "@/components/ui/time";
import type { loggedRequestAnswer, requestLogAnswer } from "@/lib/api/request-log/schema";
import type { Token } from "./tokens-card";

type LoggedRequest = z.infer<typeof loggedRequestAnswer>;
export type RequestLogPage = z.infer<typeof requestLogAnswer>;

const classes = ["2xx", "4xx", "5xx"] as const;

/** The account's API calls of the last seven days, by outcome and token. */
export function RequestLogCard({ initial, tokens }: { initial: RequestLogPage; tokens: readonly Token[] }) {
  const t = useTranslations("developers.requests");
  const { filter, setFilter, requests, hasMore, problem, more } = useRequestLog(initial);
  const isFiltered = filter.status !== "" || filter.token !== "";
  return (
    <Card title={t("title")} id="requests">
      <p className="max-w-180 text-ui text-muted">{t("lead")}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Select
          className="min-w-0 flex-1 basis-40 sm:max-w-60"
          label={t("outcome")}
          value={filter.status}
          onChange={(event) => setFilter({ ...filter, status: event.target.value })}
          options={[{ value: "", label: t("all") }, ...classes.map((value) => ({ value, label: t(`class.${value}`) }))]}
        />
        <Select
          className="min-w-0 flex-1 basis-40 sm:max-w-60"
          label={t("token")}
          value={filter.token}
          onChange={(event) => setFilter({ ...filter, token: event.target.value })}
          options={[
            { value: "", label: t("all") },
            ...tokens.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      </div>
      {problem && <ProblemNotice problem={problem} className="mt-4" />}
      {requests.length === 0 ? (
        <EmptyState
          isInCard
          picture={isFiltered ? "search" : "calls"}
          title={t(isFiltered ? "noneFound" : "none")}
          body={isFiltered ? undefined : t("noneBody")}
          action={
            isFiltered ? (
              <Button onClick={() => setFilter(unfiltered)}>{t("showAll")}</Button>
            ) : (
              <ButtonLink href="#quickstart">{t("quickstart")}</ButtonLink>
            )
          }
        />
      ) : (
        <ul aria-label={t("title")} className="mt-2 divide-y divide-hairline">
          {requests.map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </ul>
      )}
      {hasMore && (
        <div className="-ms-3.5 mt-3">
          <Button variant="quiet" onClick={more}>
            {t("more")}
          </Button>
        </div>
      )}
    </Card>
  );
}

const looks = {
  taken: { icon: CircleCheck, look: "text-success" },
  refused: { icon: CircleAlert, look: "text-warning" },
  failed: { icon: CircleX, look: "text-danger" },
} as const;

function outcomeOf(status: number): keyof typeof looks {
  return status >= 500 ? "failed" : status >= 400 ? "refused" : "taken";
}

/** One call: request, outcome, and the ID that finds it in other logs. */
function RequestRow({
  request: { at, method, path, status, code, durationMs, requestId, token },
}: {
  request: LoggedRequest;
}) {
  const t = useTranslations("developers.requests");
  const outcome = outcomeOf(status);
  const { icon: Icon, look } = looks[outcome];
  return (
    <li className="py-2.5 text-ui">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className={clsx("inline-flex items-center gap-1 font-medium tabular-nums", look)}>
          <Icon aria-hidden className="size-4" />
          {status}
          <span className="sr-only">{t(`outcomes.${outcome}`)}</span>
        </span>
        <code dir="ltr" className="min-w-0 font-mono wrap-anywhere">
          <span className="font-semibold">{method}</span> {path}
        </code>
        {code !== null && (
          <Link
            href={`/docs/errors/${code.replaceAll("_", "-")}`}
            translate="no"
            className="inline-flex min-h-6 items-center font-mono text-primary underline"
          >
            {code}
          </Link>
        )}
      </p>
      <p className="mt-0.5 text-caption text-muted wrap-anywhere">
        <Time at={at} />
        {" · "}
        {t("duration", { ms: durationMs })}
        {" · "}
        {token ? token.name || t("tokenGone") : t("password")}
        {" · "}
        <code dir="ltr" className="font-mono">
          {requestId}
        </code>
      </p>
    </li>
  );
}

interface RequestFilter {
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

const unfiltered: RequestFilter = { status: "", token: "" };
const lookAgainMs = 3000;
const atOnce = "20";

/** The request log, newest first. New calls appear automatically while the page is visible. */
function useRequestLog(initial: RequestLogPage): RequestLogState {
  const [filter, setFilter] = useState<RequestFilter>(unfiltered);
  const [page, setPage] = useState(initial);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const requested = useRef(filter);

  /** An answer to an outdated query is dropped. */
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
          if (requested.current !== of) return;
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
      if (document.visibilityState === "visible") ask(requested.current, null, joinNewer);
    }, lookAgainMs);
    return () => window.clearInterval(timer);
  }, [ask]);

  return {
    filter,
    setFilter(next) {
      requested.current = next;
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

/**
 * Puts newer rows before the shown ones. If more than one page is new, that page replaces the rows, so that none is
 * missing in between.
 */
export function joinNewer(shown: RequestLogPage, newest: RequestLogPage): RequestLogPage {
  const [first] = shown.data;
  if (!first) return newest;
  const at = newest.data.findIndex(({ id }) => id <= first.id);
  if (at === 0) return shown;
  return at === -1 ? newest : { ...shown, data: [...newest.data.slice(0, at), ...shown.data] };
}
