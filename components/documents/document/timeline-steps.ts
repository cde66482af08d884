import type { SignerFacts } from "./document-facts";

export interface TimelineStep {
  name: "sent" | "opened" | "signed";
  isDone: boolean;
  /** When; null for what has not happened. */
  at: string | null;
}

/** How far a signer has come. Whoever signed by the API never opened the document in a browser: then nothing is said of opening. */
export function timelineSteps({
  signer,
  progress,
}: {
  signer: Pick<SignerFacts["signer"], "signed">;
  progress: Pick<NonNullable<SignerFacts["progress"]>, "told" | "opened"> | null;
}): TimelineStep[] {
  const steps: TimelineStep[] = [
    step("sent", progress?.told ?? null),
    step("opened", progress?.opened ?? null),
    step("signed", signer.signed),
  ];
  return steps.filter(({ name, isDone }) => name !== "opened" || isDone || signer.signed === null);
}

function step(name: TimelineStep["name"], at: string | null): TimelineStep {
  return { name, isDone: at !== null, at };
}
