import { useRouter } from "next/navigation";
import { useState } from "react";
import { useToast } from "@/components/ui/toast";
import { asProblem, type ApiProblem } from "./api-problem";

interface Acting {
  /** What is being done now; null for nothing. */
  busy: string | null;
  problem: ApiProblem | null;
  /** Does one act at a time under a name; `work` answers what is said when it is done. Then the page is read anew. */
  act: (name: string, work: () => Promise<string>) => Promise<void>;
}

/** Acts on rows of a page that the server rendered. */
export function useAct(): Acting {
  const router = useRouter();
  const toast = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  return {
    busy,
    problem,
    async act(name, work) {
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
