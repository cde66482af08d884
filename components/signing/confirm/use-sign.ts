import { useCallback, useEffect, useRef, useState } from "react";
import { asProblem, connectionLost, type ApiProblem } from "@/components/api/api-problem";
import type { Proof, SignatureToSend } from "./send-signature";

export interface Signing {
  isBusy: boolean;
  problem: ApiProblem | null;
  /** When it may be tried again, in milliseconds since 1970. */
  retryAt: number | null;
  /** When the answer was lost, in milliseconds since 1970; null when it was not. */
  lostAt: number | null;
  /** Answers what went wrong; null when it is signed. */
  sign: (proof: Proof) => Promise<ApiProblem | null>;
  /** The same once more. The server counts one signature, however often it is asked. */
  again: () => Promise<void>;
  clear: () => void;
}

interface SignOptions extends SignatureToSend {
  /** Signed, or the state has changed so that nobody can sign here any more: the page is to be read again. */
  onOver: () => void;
  /** Refused: what stands in the boxes may be why. */
  onRefused: (problem: ApiProblem) => void;
}

type Failure = Pick<Signing, "retryAt" | "lostAt"> & { problem: ApiProblem };

/** The request has ended meanwhile, by this signer or by somebody else. */
const over = new Set<ApiProblem["code"]>([
  "already_signed",
  "file_closed",
  "file_already_signed",
  "link_expired",
  "link_withdrawn",
  "not_your_turn",
  "not_found",
  "not_the_signer",
]);

/** Signs, once at a time. `isBusy` stays true after success, until another page takes over. */
export function useSign(options: SignOptions): Signing {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isRunning = useRef(false);
  const last = useRef<Proof | null>(null);
  const current = useRef(options);
  useEffect(() => {
    current.current = options;
  });

  const sign = useCallback(async (proof: Proof) => {
    if (isRunning.current) return null;
    isRunning.current = true;
    last.current = proof;
    setBusy(true);
    setFailure(null);
    try {
      // Fetched with the sheet: a network that is lost by now finds it there.
      const { sendSignature } = await import("./send-signature").catch(() => {
        throw connectionLost();
      });
      await sendSignature(proof, {
        ...current.current,
        onPasswordMade: () => {
          if ("newPassword" in proof) last.current = { password: proof.newPassword };
          current.current.onPasswordMade();
        },
      });
      current.current.onOver();
      return null;
    } catch (error) {
      const problem = asProblem(error);
      // Made meanwhile in another window: from now on it is asked for, and what was typed here was no try at it.
      if (problem.code === "sign_password_wrong" && "newPassword" in proof) current.current.onPasswordMade();
      if (over.has(problem.code)) {
        current.current.onOver();
        return null;
      }
      // Whoever was faster may have been this person, in another window: the page tells.
      if (problem.code === "race_lost") current.current.onOver();
      isRunning.current = false;
      setBusy(false);
      setFailure(failureOf(problem));
      current.current.onRefused(problem);
      return problem;
    }
  }, []);

  const again = useCallback(async () => {
    if (last.current) await sign(last.current);
  }, [sign]);
  const clear = useCallback(() => setFailure(null), []);
  return {
    isBusy,
    problem: failure?.problem ?? null,
    retryAt: failure?.retryAt ?? null,
    lostAt: failure?.lostAt ?? null,
    sign,
    again,
    clear,
  };
}

function failureOf(problem: ApiProblem): Failure {
  const now = Date.now();
  return {
    problem,
    retryAt: problem.retryAfterSeconds === null ? null : now + problem.retryAfterSeconds * 1000,
    lostAt: problem.code === "connection_lost" ? now : null,
  };
}
