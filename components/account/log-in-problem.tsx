"use client";

import { useTranslations } from "next-intl";
import Link from "next/link";
import type { ApiProblem } from "@/components/api/api-problem";
import { useProblemWords } from "@/components/api/use-problem-words";
import { Notice } from "@/components/ui/notice";
import { ProblemNotice } from "@/components/ui/problem-notice";

/** A refused log-in in plain words; who was shut out is told for how long, or by what way back in. */
export function LogInProblem({ problem }: { problem: ApiProblem }) {
  const words = useTranslations("account.logIn");
  const say = useProblemWords();
  if (problem.code === "rate_limited") {
    return (
      <Notice tone="danger" role="alert" title={words("limitedTitle")}>
        <p>
          {words("limited")} {say(problem).more.join(" ")}
        </p>
      </Notice>
    );
  }
  if (problem.code === "account_locked") {
    return (
      <Notice tone="danger" role="alert" title={words("lockedTitle")}>
        <p>{words.rich("locked", { reset: (chunks) => <Link href="/reset">{chunks}</Link> })}</p>
      </Notice>
    );
  }
  return <ProblemNotice problem={problem} />;
}
