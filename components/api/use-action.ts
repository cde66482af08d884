import { useRouter } from "next/navigation";
import { useState, type FormEvent } from "react";
import { useToast } from "@/components/ui/toast";
import { asProblem, type ApiProblem } from "./call";

export interface Submission {
  isBusy: boolean;
  problem: ApiProblem | null;
  onSubmit: (event: FormEvent) => void;
}

/** Submits one form: one call at a time, and the last refusal. `work` resolves to true if the page is being left. */
export function useSubmit(work: () => Promise<boolean | void>): Submission {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  async function run() {
    setBusy(true);
    setProblem(null);
    try {
      if ((await work()) === true) return;
    } catch (error) {
      setProblem(asProblem(error));
    }
    setBusy(false);
  }

  return {
    isBusy,
    problem,
    onSubmit(event) {
      event.preventDefault();
      if (!isBusy) void run();
    },
  };
}

interface Acting {
  /** The name of the running action; null if there is none. */
  busy: string | null;
  problem: ApiProblem | null;
  /** Runs one named action at a time, announces the text that `work` resolves to, and refreshes the page. */
  run: (name: string, work: () => Promise<string>) => Promise<void>;
}

/** Actions on rows of a server-rendered page. */
export function useAction(): Acting {
  const router = useRouter();
  const toast = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  return {
    busy,
    problem,
    async run(name, work) {
      if (busy !== null) return;
      setBusy(name);
      setProblem(null);
      try {
        toast(await work());
      } catch (error) {
        setProblem(asProblem(error));
      }
      setBusy(null);
      router.refresh();
    },
  };
}

interface MailRequest {
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
