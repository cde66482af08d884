import { asProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { fieldInputs, type FieldValues } from "./field-state";
import { refusedBoxes } from "./refused-boxes";

/**
 * Asks the server, which has the fonts, which of these boxes hold what cannot be written into the document. Nothing is asked where nothing was
 * typed. Whatever else goes wrong keeps nobody from going on: signing tells it.
 */
export async function askForRefusedBoxes(u: string, values: FieldValues): Promise<number[]> {
  if (!Object.values(values).some((value) => typeof value === "string" && value.trim() !== "")) return [];
  try {
    await callApi("POST", `/sign/uuid/${u}/check`, { json: { fields: fieldInputs(values) } });
    return [];
  } catch (error) {
    return refusedBoxes(asProblem(error), values);
  }
}
