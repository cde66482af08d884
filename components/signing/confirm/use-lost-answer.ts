import { useEffect, useState } from "react";

const everyMs = 3000;

/** What is known of a signature whose answer was lost. */
export type LostAnswer = "asking" | "not_signed" | "unknown";

/**
 * Asks the server whether a signature arrived whose answer was lost, again and again until it says so: every three seconds, and at once
 * when the network is back. `lostAt` is when the answer was lost, in milliseconds since 1970; null when none was. `onOver` reads the page anew.
 */
export function useLostAnswer(u: string, lostAt: number | null, onOver: () => void): LostAnswer | null {
  const [known, setKnown] = useState<{ of: number; answer: LostAnswer } | null>(null);
  const isSettled = known !== null && known.of === lostAt && known.answer === "not_signed";
  useEffect(() => {
    if (lostAt === null || isSettled) return;
    let isOver = false;
    const ask = async () => {
      const answer = await import("./send-signature").then(
        ({ askWhetherSigned }) => askWhetherSigned(u),
        () => "unknown" as const,
      );
      if (isOver) return;
      if (answer === "signed" || answer === "over") onOver();
      else setKnown({ of: lostAt, answer });
    };
    void ask();
    const timer = window.setInterval(() => void ask(), everyMs);
    const onOnline = () => void ask();
    window.addEventListener("online", onOnline);
    return () => {
      isOver = true;
      window.clearInterval(timer);
      window.removeEventListener("online", onOnline);
    };
  }, [u, lostAt, isSettled, onOver]);
  if (lostAt === null) return null;
  return known?.of === lostAt ? known.answer : "asking";
}
