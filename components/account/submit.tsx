"use client";

import { useState, type FormEvent } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { ProblemNotice } from "@/components/ui/problem-notice";

/** A refusal above the button, unless a field shows it. */
export function FormProblem({ problem, fields }: { problem: ApiProblem | null; fields: readonly string[] }) {
  if (!problem) return null;
  const isAtField =
    problem.violations.length > 0 && problem.violations.every(({ pointer }) => fields.includes(pointer));
  return isAtField ? null : <ProblemNotice problem={problem} />;
}

interface Submission {
  isBusy: boolean;
  problem: ApiProblem | null;
  onSubmit: (event: FormEvent) => void;
}

/** Submits one form: one call at a time, and the last refusal. `work` resolves to true if the page is being left. */
export function useSubmit(work: () => Promise<boolean | void>): Submission {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  async function run() {
    setBusy(true);
    setProblem(null);
    try {
      if ((await work()) === true) return;
    } catch (error) {
      setProblem(asProblem(error));
    }
    setBusy(false);
  }

  return {
    isBusy,
    problem,
    onSubmit(event) {
      event.preventDefault();
      if (!isBusy) void run();
    },
  };
}
