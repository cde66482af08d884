"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Select } from "@/components/ui/select";
import { RequestRow } from "./request-row";
import { useRequestLog } from "./use-request-log";
import type { RequestLogPage, Token } from "./wire";

const classes = ["2xx", "4xx", "5xx"] as const;

/** What programs of this account asked in the last seven days, found by outcome and by token. */
export function RequestLogCard({ initial, tokens }: { initial: RequestLogPage; tokens: readonly Token[] }) {
  const words = useTranslations("developers.requests");
  const { filter, setFilter, requests, hasMore, problem, more } = useRequestLog(initial);
  const isFiltered = filter.status !== "" || filter.token !== "";
  return (
    <Card title={words("title")} id="requests">
      <p className="max-w-180 text-ui text-muted">{words("lead")}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Select
          className="min-w-0 flex-1 basis-40 sm:max-w-60"
          label={words("outcome")}
          value={filter.status}
          onChange={(event) => setFilter({ ...filter, status: event.target.value })}
          options={[
            { value: "", label: words("all") },
            ...classes.map((value) => ({ value, label: words(`class.${value}`) })),
          ]}
        />
        <Select
          className="min-w-0 flex-1 basis-40 sm:max-w-60"
          label={words("token")}
          value={filter.token}
          onChange={(event) => setFilter({ ...filter, token: event.target.value })}
          options={[
            { value: "", label: words("all") },
            ...tokens.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      </div>
      {problem && <ProblemNotice problem={problem} className="mt-4" />}
      {requests.length === 0 ? (
        <p className="mt-4 text-ui">{words(isFiltered ? "noneFound" : "none")}</p>
      ) : (
        <ul aria-label={words("title")} className="mt-2 divide-y divide-hairline">
          {requests.map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </ul>
      )}
      {hasMore && (
        <div className="mt-3">
          <Button variant="quiet" onClick={more}>
            {words("more")}
          </Button>
        </div>
      )}
    </Card>
  );
}
