"use client";

import type { ApiProblem } from "@/components/api/api-problem";
import { ProblemNotice } from "@/components/ui/problem-notice";

/** A refusal above the button, unless a field shows it. */
export function FormProblem({ problem, fields }: { problem: ApiProblem | null; fields: readonly string[] }) {
  if (!problem) return null;
  const isAtField =
    problem.violations.length > 0 && problem.violations.every(({ pointer }) => fields.includes(pointer));
  return isAtField ? null : <ProblemNotice problem={problem} />;
}
