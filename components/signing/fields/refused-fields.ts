import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { fieldInputs, type FieldValues } from "./field-state";

/**
 * Asks the server, which has the fonts, which fields hold text that cannot be written into the document. No call if nothing was typed. Other failures do not
 * block: signing reports them.
 */
export async function askForRefusedBoxes(u: string, values: FieldValues): Promise<number[]> {
  if (!Object.values(values).some((value) => typeof value === "string" && value.trim() !== "")) return [];
  try {
    await callApi("POST", `/sign/uuid/${u}/check`, { json: { fields: fieldInputs(values) } });
    return [];
  } catch (error) {
    return refusedFields(asProblem(error), values);
  }
}

const fieldPointer = /^\/fields\/(\d+)\/value$/;

/** Fields whose text the server refused, to mark them in place. */
export function refusedFields(problem: Pick<ApiProblem, "violations"> | null, values: FieldValues): number[] {
  const sent = fieldInputs(values) ?? [];
  return (problem?.violations ?? []).flatMap(
    ({ pointer }) => sent[Number(fieldPointer.exec(pointer)?.[1] ?? NaN)]?.elementId ?? [],
  );
}
