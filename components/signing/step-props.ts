import type { Signing } from "./use-sign";

/** What the steps of the confirm sheet have in common. */
export interface StepProps {
  /** Of the form, whose button stands below it. */
  id: string;
  signing: Signing;
  field: { current: HTMLInputElement | null };
}
