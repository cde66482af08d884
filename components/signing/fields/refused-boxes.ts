import type { ApiProblem } from "@/components/api/api-problem";
import { fieldInputs, type FieldValues } from "./field-state";

const fieldPointer = /^\/fields\/(\d+)\/value$/;

/** The boxes whose text the server refused, so that they are marked where they stand. */
export function refusedBoxes(problem: Pick<ApiProblem, "violations"> | null, values: FieldValues): number[] {
  const sent = fieldInputs(values) ?? [];
  return (problem?.violations ?? []).flatMap(
    ({ pointer }) => sent[Number(fieldPointer.exec(pointer)?.[1] ?? NaN)]?.elementId ?? [],
  );
}
