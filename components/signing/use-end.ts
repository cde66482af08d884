import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { noteAct } from "./after-act";

/** Reads the page again after an act of the signer's: it shows what came of it. */
export function useEnd(): () => void {
  const router = useRouter();
  return useCallback(() => {
    noteAct();
    router.refresh();
  }, [router]);
}
