import { planAbuseMutants } from "./abuse-mutants";
import type { PlannedMutant } from "./mutant";
import { planRoleMutants, type MutantSource } from "./role-mutants";

/** Every mutant of a run, in a fixed order for a seed. */
export function planMutants(source: MutantSource, goldFolder: string): PlannedMutant[] {
  return [...planRoleMutants(source), ...planAbuseMutants(source, goldFolder)];
}
