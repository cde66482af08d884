"use client";

import { useTranslations } from "next-intl";
import type { z } from "zod";
import { callApi } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { useAction } from "@/components/api/use-action";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Select } from "@/components/ui/inputs";
import { ButtonLink } from "@/components/ui/page-link";
import { StatePill, type StateTone } from "@/components/ui/pill";
import { Time } from "@/components/ui/time";
import { jobKinds, listedJobStates } from "@/lib/administration/job-choices";
import type { jobAnswer, jobListAnswer } from "@/lib/administration/schema";
import type { failedDeliveryAnswer } from "@/lib/delivery/schema";

interface JobSearch {
  state: string;
  kind: string;
}

interface JobsCardProps {
  jobs: z.infer<typeof jobListAnswer>;
  search: JobSearch;
}

/** Waiting and failed jobs, by kind and state. One job, or all of a kind, can be retried. */
export function JobsCard({
  jobs: {
    data,
    counts,
    pagination: { nextCursor },
  },
  search,
}: JobsCardProps) {
  const t = useTranslations("administration.jobs");
  const { busy, problem, run } = useAction();
  const isFiltered = search.state !== "" || search.kind !== "";
  const older = nextCursor === null ? null : `?${new URLSearchParams({ ...search, cursor: nextCursor }).toString()}`;
  const dead = counts.filter((count) => count.dead > 0 && (search.kind === "" || search.kind === count.kind));
  const retry = ({ id }: Job) =>
    run(String(id), async () => {
      await callApi("POST", `/admin/jobs/${id}/retry`);
      return t("retried", { count: 1 });
    });
  const retryAll = (kind: string) =>
    run(kind, async () =>
      t("retried", {
        count: (await callApi<{ retried: number }>("POST", "/admin/jobs/retry", { json: { kind } })).retried,
      }),
    );
  return (
    <Card title={t("title")}>
      <p className="max-w-180 text-ui text-muted">{t("intro")}</p>
      <form method="get" role="search" aria-label={t("title")} className="mt-4 flex flex-wrap items-end gap-3">
        <Select
          className="min-w-0 flex-1 basis-52 sm:max-w-60"
          label={t("stateLabel")}
          name="state"
          defaultValue={search.state}
          options={[
            { value: "", label: t("anyState") },
            ...listedJobStates.map((value) => ({ value, label: t(`state.${value}`) })),
          ]}
        />
        <Select
          className="min-w-0 flex-1 basis-52 sm:max-w-80"
          label={t("kindLabel")}
          name="kind"
          defaultValue={search.kind}
          options={[{ value: "", label: t("any") }, ...jobKinds.map((value) => ({ value, label: t(`kind.${value}`) }))]}
        />
        <Button type="submit">{t("show")}</Button>
      </form>
      {dead.length > 0 && (
        <ul aria-label={t("allOfKind")} className="mt-4 flex flex-wrap gap-2">
          {dead.map(({ kind, dead: count }) => (
            <li key={kind}>
              <Button busy={busy === kind} onClick={() => void retryAll(kind)}>
                {t("retryAll", { kind: t(`kind.${kind}`), count })}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {problem && <ProblemNotice problem={problem} className="mt-4" />}
      {data.length === 0 ? (
        <EmptyState
          isInCard
          picture={isFiltered ? "search" : "done"}
          title={t(isFiltered ? "noneFound" : "none")}
          action={isFiltered && <ButtonLink href="/administration/jobs">{t("showAll")}</ButtonLink>}
        />
      ) : (
        <ul aria-label={t("title")} className="mt-2 divide-y divide-hairline">
          {data.map((job) => (
            <JobRow key={job.id} job={job} isBusy={busy === String(job.id)} onRetry={() => void retry(job)} />
          ))}
        </ul>
      )}
      {older && (
        <div className="mt-4">
          <ButtonLink href={older}>{t("older")}</ButtonLink>
        </div>
      )}
    </Card>
  );
}

type Job = z.infer<typeof jobAnswer>;

const tones: Record<Job["state"], StateTone> = {
  scheduled: "off",
  waiting: "waiting",
  running: "waiting",
  dead: "bad",
};

interface JobRowProps {
  job: Job;
  isBusy: boolean;
  onRetry: () => void;
}

/** One job: subject, number of tries, last error, and a button to retry it. */
function JobRow({ job, isBusy, onRetry }: JobRowProps) {
  const t = useTranslations("administration.jobs");
  const { id, kind, state, file, template, attempts, lastError, nextTryAt, createdAt, deadAt, mayRetry } = job;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 py-4">
      <div className="flex min-w-0 flex-1 basis-80 flex-col gap-1 text-ui">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <span className="font-medium">{t(`kind.${kind}`)}</span>
          <StatePill tone={tones[state]}>{t(`state.${state}`)}</StatePill>
        </p>
        <p className="text-caption text-muted wrap-anywhere">
          {t("number", { id: String(id) })}
          {template !== null && (
            <>
              {" · "}
              <code className="font-mono">{template}</code>
            </>
          )}
          {file && (
            <>
              {" · "}
              {t("document", { id: String(file.fileId) })} <code className="font-mono">{file.uuid}</code>
            </>
          )}
        </p>
        <p className="text-caption text-muted">
          {t("attempts", { count: attempts })}
          {" · "}
          {t.rich("since", { at: () => <Time at={createdAt} /> })}
          {nextTryAt !== null && state !== "running" && (
            <>
              {" · "}
              {t.rich("next", { at: () => <Time at={nextTryAt} /> })}
            </>
          )}
          {deadAt !== null && (
            <>
              {" · "}
              {t.rich("failedAt", { at: () => <Time at={deadAt} /> })}
            </>
          )}
        </p>
        {lastError !== null && <p className="font-mono text-caption text-danger wrap-anywhere">{lastError}</p>}
        {!mayRetry && state === "dead" && <p className="max-w-160 text-caption text-muted">{t("secretGone")}</p>}
      </div>
      {mayRetry && state !== "running" && (
        <Button busy={isBusy} aria-label={t("retryOf", { kind: t(`kind.${kind}`), id: String(id) })} onClick={onRetry}>
          {t(state === "dead" ? "retry" : "tryNow")}
        </Button>
      )}
    </li>
  );
}

type Failed = z.infer<typeof failedDeliveryAnswer>;

/** Failed webhook deliveries of all accounts; each can be sent again. */
export function DeliveriesCard({ deliveries }: { deliveries: readonly Failed[] }) {
  const t = useTranslations("administration.deliveries");
  const { busy, problem, run } = useAction();
  const retry = ({ id }: Failed) =>
    run(String(id), async () => {
      await callApi("POST", `/admin/deliveries/${id}/retry`);
      return t("retried");
    });
  return (
    <Card title={t("title")}>
      <p className="max-w-180 text-ui text-muted">{t("intro")}</p>
      {problem && <ProblemNotice problem={problem} className="mt-4" />}
      {deliveries.length === 0 ? (
        <EmptyState isInCard picture="webhooks" title={t("none")} />
      ) : (
        <ul aria-label={t("title")} className="mt-2 divide-y divide-hairline">
          {deliveries.map((delivery) => (
            <li key={delivery.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 py-4">
              <DeliveryFacts delivery={delivery} />
              {delivery.enabled && (
                <Button
                  busy={busy === String(delivery.id)}
                  aria-label={t("retryOf", { type: delivery.type, host: delivery.host })}
                  onClick={() => void retry(delivery)}
                >
                  {t("retry")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function DeliveryFacts({
  delivery: { type, host, owner, fileId, attempts, lastError, lastStatusCode, lastAttemptAt, enabled },
}: {
  delivery: Failed;
}) {
  const t = useTranslations("administration.deliveries");
  return (
    <div className="flex min-w-0 flex-1 basis-80 flex-col gap-1 text-ui">
      <p className="wrap-anywhere">
        <code className="font-mono font-semibold">{type}</code> {t("to", { host })}
      </p>
      <p className="text-caption text-muted wrap-anywhere">
        {t("of", { name: owner.displayName })}
        {fileId !== null && (
          <>
            {" · "}
            {t("document", { id: String(fileId) })}
          </>
        )}
        {" · "}
        {t("attempts", { count: attempts })}
        {lastAttemptAt !== null && (
          <>
            {" · "}
            {t.rich("last", { at: () => <Time at={lastAttemptAt} /> })}
          </>
        )}
      </p>
      {lastError !== null && (
        <p className="text-caption text-danger">{t(`error.${lastError}`, { status: String(lastStatusCode ?? "") })}</p>
      )}
      {!enabled && <p className="text-caption text-muted">{t("disabled")}</p>}
    </div>
  );
}
