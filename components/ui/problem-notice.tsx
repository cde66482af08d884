"use client";

import { useTranslations } from "next-intl";
import type { ApiProblem } from "@/components/api/api-problem";
import { useProblemWords } from "@/components/api/use-problem-words";
import { Button } from "./button";
import { Notice } from "./notice";

interface ProblemNoticeProps {
  problem: ApiProblem;
  onRetry?: (() => void) | undefined;
  className?: string | undefined;
}

/** A refusal in plain words: what happened, what was kept, what to do, and the id to ask about. */
export function ProblemNotice({ problem, onRetry, className }: ProblemNoticeProps) {
  const say = useProblemWords();
  const shell = useTranslations("shell");
  const words = say(problem);
  return (
    <Notice
      tone="danger"
      role="alert"
      title={words.title}
      className={className}
      action={onRetry && <Button onClick={onRetry}>{shell("tryAgain")}</Button>}
    >
      <p>{words.body}</p>
      {words.more.map((line) => (
        <p key={line} className="mt-1">
          {line}
        </p>
      ))}
      {words.request && <p className="mt-2 text-caption wrap-anywhere text-muted">{words.request}</p>}
    </Notice>
  );
}
