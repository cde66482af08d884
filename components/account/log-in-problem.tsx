"use client";

import { useTranslations } from "next-intl";
import Link from "next/link";
import type { ApiProblem } from "@/components/api/api-problem";
import { useProblemText } from "@/components/api/use-problem-text";
import { Notice } from "@/components/ui/notice";
import { ProblemNotice } from "@/components/ui/problem-notice";

/** Explains a refused log-in, with the time until a lock ends or the way to reset the password. */
export function LogInProblem({ problem }: { problem: ApiProblem }) {
  const t = useTranslations("account.logIn");
  const problemText = useProblemText();
  if (problem.code === "rate_limited") {
    return (
      <Notice tone="danger" role="alert" title={t("limitedTitle")}>
        <p>
          {t("limited")} {problemText(problem).more.join(" ")}
        </p>
      </Notice>
    );
  }
  if (problem.code === "account_locked") {
    return (
      <Notice tone="danger" role="alert" title={t("lockedTitle")}>
        <p>{t.rich("locked", { reset: (chunks) => <Link href="/reset">{chunks}</Link> })}</p>
      </Notice>
    );
  }
  return <ProblemNotice problem={problem} />;
}
