import { judgeMutant, type Bench, type Judgement } from "./judge-mutant";
import type { PlannedMutant } from "./mutant";

const lanes = 3;

/** Judges mutants side by side; an error that is no refusal of ours is thrown with the mutant's name. */
export async function judgeAll(bench: Bench, planned: readonly PlannedMutant[]): Promise<Judgement[]> {
  const judgements: Judgement[] = [];
  const queue = planned.values();
  const lane = async (): Promise<void> => {
    for (const mutant of queue) {
      judgements.push(await judgeMutant(bench, mutant).catch((error: unknown) => {
        throw new Error(`${mutant.id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      }));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return judgements;
}
