"use client";

import { useTranslations } from "next-intl";
import type { ApiProblem } from "@/components/api/api-problem";
import { useProblemText } from "@/components/api/use-problem-text";
import { Button } from "./button";
import { Notice } from "./notice";

interface ProblemNoticeProps {
  problem: ApiProblem;
  onRetry?: (() => void) | undefined;
  className?: string | undefined;
}

/** An error for people: what happened, what was saved, the next step, and the request ID. */
export function ProblemNotice({ problem, onRetry, className }: ProblemNoticeProps) {
  const problemText = useProblemText();
  const shell = useTranslations("shell");
  const text = problemText(problem);
  return (
    <Notice
      tone="danger"
      role="alert"
      title={text.title}
      className={className}
      action={onRetry && <Button onClick={onRetry}>{shell("tryAgain")}</Button>}
    >
      <p>{text.body}</p>
      {text.more.map((line) => (
        <p key={line} className="mt-1">
          {line}
        </p>
      ))}
      {text.request && <p className="mt-2 text-caption wrap-anywhere text-muted">{text.request}</p>}
    </Notice>
  );
}
