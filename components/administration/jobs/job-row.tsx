"use client";

import { useTranslations } from "next-intl";
import type { z } from "zod";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import type { jobAnswer } from "@/lib/jobs/schema";
import { StatePill, type StateTone } from "../state-pill";

export type Job = z.infer<typeof jobAnswer>;

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

/** One piece of work: what it is about, how often it was tried, what went wrong, and another try. */
export function JobRow({ job, isBusy, onRetry }: JobRowProps) {
  const words = useTranslations("administration.jobs");
  const { id, kind, state, file, template, attempts, lastError, nextTryAt, createdAt, deadAt, mayRetry } = job;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 py-4">
      <div className="flex min-w-0 flex-1 basis-80 flex-col gap-1 text-ui">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <span className="font-medium">{words(`kind.${kind}`)}</span>
          <StatePill tone={tones[state]}>{words(`state.${state}`)}</StatePill>
        </p>
        <p className="text-caption text-muted wrap-anywhere">
          {words("number", { id: String(id) })}
          {template !== null && (
            <>
              {" · "}
              <code className="font-mono">{template}</code>
            </>
          )}
          {file && (
            <>
              {" · "}
              {words("document", { id: String(file.fileId) })} <code className="font-mono">{file.uuid}</code>
            </>
          )}
        </p>
        <p className="text-caption text-muted">
          {words("attempts", { count: attempts })}
          {" · "}
          {words.rich("since", { at: () => <Time at={createdAt} /> })}
          {nextTryAt !== null && state !== "running" && (
            <>
              {" · "}
              {words.rich("next", { at: () => <Time at={nextTryAt} /> })}
            </>
          )}
          {deadAt !== null && (
            <>
              {" · "}
              {words.rich("givenUp", { at: () => <Time at={deadAt} /> })}
            </>
          )}
        </p>
        {lastError !== null && <p className="font-mono text-caption text-danger wrap-anywhere">{lastError}</p>}
        {!mayRetry && state === "dead" && <p className="max-w-160 text-caption text-muted">{words("secretGone")}</p>}
      </div>
      {mayRetry && state !== "running" && (
        <Button
          busy={isBusy}
          aria-label={words("retryOf", { kind: words(`kind.${kind}`), id: String(id) })}
          onClick={onRetry}
        >
          {words(state === "dead" ? "retry" : "tryNow")}
        </Button>
      )}
    </li>
  );
}
