import { useState } from "react";
import { asProblem, type ApiProblem } from "./api-problem";

export interface MailRequest {
  step: "idle" | "busy" | "sent";
  problem: ApiProblem | null;
  ask: () => Promise<void>;
}

/** A button that sends an e-mail once, and is then replaced by a confirmation. */
export function useMailRequest(send: () => Promise<unknown>): MailRequest {
  const [step, setStep] = useState<MailRequest["step"]>("idle");
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  async function ask() {
    setStep("busy");
    setProblem(null);
    try {
      await send();
      setStep("sent");
    } catch (error) {
      setProblem(asProblem(error));
      setStep("idle");
    }
  }
  return { step, problem, ask };
}
