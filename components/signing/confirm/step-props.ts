import type { ApiProblem } from "@/components/api/api-problem";
import type { Signing } from "./use-sign";

/** A code being entered: to sign, or to show who one is. `sign` answers what went wrong, null when it was right. */
export interface Entering extends Pick<Signing, "isBusy" | "problem" | "retryAt" | "clear"> {
  sign: (proof: { code: string }) => Promise<ApiProblem | null>;
}

/** What the steps of the confirm sheet have in common. */
export interface StepProps {
  /** Of the form, whose button stands below it. */
  id: string;
  signing: Signing;
  field: { current: HTMLInputElement | null };
}
