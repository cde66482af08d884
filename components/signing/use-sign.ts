import { useCallback, useEffect, useRef, useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import type { SignInput } from "@/lib/signing/schema";

export type Proof = { code: string } | { password: string } | { newPassword: string };

export interface Signing {
  isBusy: boolean;
  problem: ApiProblem | null;
  /** When it may be tried again, in milliseconds since 1970. */
  retryAt: number | null;
  /** Answers what went wrong; null when it is signed. */
  sign: (proof: Proof) => Promise<ApiProblem | null>;
  /** The same once more. The server counts one signature, however often it is asked. */
  again: () => Promise<void>;
  clear: () => void;
}

interface SignOptions {
  u: string;
  fields: SignInput["fields"];
  /** What must be stored before. Throws ApiProblem. */
  prepare: () => Promise<void>;
  /** A new signing password is stored, so that it is asked for, not made, from now on. */
  onPasswordMade: () => void;
  /** Signed, or the state has changed so that nobody can sign here any more: the page is to be read again. */
  onOver: () => void;
}

type Failure = Pick<Signing, "retryAt"> & { problem: ApiProblem };

/** The request has ended meanwhile, by this signer or by somebody else. */
const over = new Set<ApiProblem["code"]>(["already_signed", "file_closed", "file_already_signed", "link_expired", "link_withdrawn", "not_your_turn", "not_found", "not_the_signer"]);

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
      await post(proof, current.current, () => {
        if ("newPassword" in proof) last.current = { password: proof.newPassword };
        current.current.onPasswordMade();
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
      return problem;
    }
  }, []);

  const again = useCallback(async () => {
    if (last.current) await sign(last.current);
  }, [sign]);
  const clear = useCallback(() => setFailure(null), []);
  return { isBusy, problem: failure?.problem ?? null, retryAt: failure?.retryAt ?? null, sign, again, clear };
}

function failureOf(problem: ApiProblem): Failure {
  return { problem, retryAt: problem.retryAfterSeconds === null ? null : Date.now() + problem.retryAfterSeconds * 1000 };
}

async function post(proof: Proof, { u, fields, prepare }: SignOptions, onPasswordMade: () => void): Promise<void> {
  await prepare();
  if ("newPassword" in proof) {
    // Named as the present one too, so that a repeat after a lost connection finds it right.
    await callApi("POST", "/account/signature", { json: { signPassword: proof.newPassword, currentPassword: proof.newPassword } });
    onPasswordMade();
  }
  const given = "newPassword" in proof ? { password: proof.newPassword } : proof;
  await callApi("POST", `/sign/uuid/${u}`, { json: { ...given, fields } });
}
