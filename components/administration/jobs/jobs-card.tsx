"use client";

import { useTranslations } from "next-intl";
import type { z } from "zod";
import { callApi } from "@/components/api/call";
import { useAct } from "@/components/api/use-act";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Select } from "@/components/ui/select";
import type { jobListAnswer } from "@/lib/jobs/schema";
import { jobKinds, listedJobStates } from "@/lib/jobs/status";
import { JobRow, type Job } from "./job-row";

export interface JobSearch {
  state: string;
  kind: string;
}

interface JobsCardProps {
  jobs: z.infer<typeof jobListAnswer>;
  search: JobSearch;
}

/** Work that waits or was given up, by kind and state; one job, or all of a kind, can be tried again. */
export function JobsCard({
  jobs: {
    data,
    counts,
    pagination: { nextCursor },
  },
  search,
}: JobsCardProps) {
  const words = useTranslations("administration.jobs");
  const { busy, problem, act } = useAct();
  const older = nextCursor === null ? null : `?${new URLSearchParams({ ...search, cursor: nextCursor }).toString()}`;
  const dead = counts.filter((count) => count.dead > 0 && (search.kind === "" || search.kind === count.kind));
  const retry = ({ id }: Job) =>
    act(String(id), async () => {
      await callApi("POST", `/admin/jobs/${id}/retry`);
      return words("retried", { count: 1 });
    });
  const retryAll = (kind: string) =>
    act(kind, async () =>
      words("retried", {
        count: (await callApi<{ retried: number }>("POST", "/admin/jobs/retry", { json: { kind } })).retried,
      }),
    );
  return (
    <Card title={words("title")}>
      <p className="max-w-180 text-ui text-muted">{words("intro")}</p>
      <form method="get" role="search" aria-label={words("title")} className="mt-4 flex flex-wrap items-end gap-3">
        <Select
          className="min-w-0 flex-1 basis-52 sm:max-w-60"
          label={words("stateLabel")}
          name="state"
          defaultValue={search.state}
          options={[
            { value: "", label: words("anyState") },
            ...listedJobStates.map((value) => ({ value, label: words(`state.${value}`) })),
          ]}
        />
        <Select
          className="min-w-0 flex-1 basis-52 sm:max-w-80"
          label={words("kindLabel")}
          name="kind"
          defaultValue={search.kind}
          options={[
            { value: "", label: words("any") },
            ...jobKinds.map((value) => ({ value, label: words(`kind.${value}`) })),
          ]}
        />
        <Button type="submit">{words("show")}</Button>
      </form>
      {dead.length > 0 && (
        <ul aria-label={words("allOfKind")} className="mt-4 flex flex-wrap gap-2">
          {dead.map(({ kind, dead: count }) => (
            <li key={kind}>
              <Button busy={busy === kind} onClick={() => void retryAll(kind)}>
                {words("retryAll", { kind: words(`kind.${kind}`), count })}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {problem && <ProblemNotice problem={problem} className="mt-4" />}
      {data.length === 0 ? (
        <p className="mt-6 text-ui">{words(search.state === "" && search.kind === "" ? "none" : "noneFound")}</p>
      ) : (
        <ul aria-label={words("title")} className="mt-2 divide-y divide-hairline">
          {data.map((job) => (
            <JobRow key={job.id} job={job} isBusy={busy === String(job.id)} onRetry={() => void retry(job)} />
          ))}
        </ul>
      )}
      {older && (
        <div className="mt-4">
          <ButtonLink href={older}>{words("older")}</ButtonLink>
        </div>
      )}
    </Card>
  );
}
