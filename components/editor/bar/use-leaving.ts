import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Saving } from "@/components/editor/saving/use-saving";

/** Goes on to another page once everything is saved; stays where something is not. */
export function useLeaving({ state, flush }: Saving): { isLeaving: boolean; leaveTo: (href: string) => Promise<void> } {
  const router = useRouter();
  const [isLeaving, setLeaving] = useState(false);
  async function leaveTo(href: string): Promise<void> {
    setLeaving(true);
    if ((await flush()) || state.kind === "closed") router.push(href);
    else setLeaving(false);
  }
  return { isLeaving, leaveTo };
}
