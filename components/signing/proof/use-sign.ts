import { useCallback, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { asProblem, callApi, connectionLost, type ApiProblem } from "@/components/api/call";
import type { SignatureType } from "@/components/signature-pad/stored-pictures";
import type { Attachments } from "@/components/signing/attachments/use-attachments";
import { askForRefusedFields, type Fields } from "@/components/signing/fields/use-fields";
import type { FieldImage } from "@/components/signing/fields/use-signature-images";
import type { Statements } from "@/components/signing/fields/use-statements";
import type { Entry } from "@/components/signing/link/link-session";
import type { sentCodeAnswer } from "@/lib/signing/schema";
import type { Proof, SignatureToSend } from "./send-signature";

export interface Signing {
  isBusy: boolean;
  problem: ApiProblem | null;
  /** When to try again, in milliseconds since 1970. */
  retryAt: number | null;
  /** When the answer was lost, in milliseconds since 1970; null if it was not. */
  lostAt: number | null;
  /** Resolves to the problem, or null if the document is signed. */
  sign: (proof: Proof) => Promise<ApiProblem | null>;
  /** Repeats the same attempt. The server makes one signature, even if it is sent several times. */
  again: () => Promise<void>;
  clear: () => void;
}

interface SignOptions extends SignatureToSend {
  /** Signed, or nobody can sign here any more: refresh the page. */
  onOver: () => void;
  /** Refused, perhaps because of the field values. */
  onRefused: (problem: ApiProblem) => void;
}

type Failure = Pick<Signing, "retryAt" | "lostAt"> & { problem: ApiProblem };

/** This signer or another person has ended the request in the meantime. */
const over = new Set<ApiProblem["code"]>([
  "already_signed",
  "file_closed",
  "file_already_signed",
  "link_expired",
  "link_withdrawn",
  "not_your_turn",
  "wrong_role",
  "not_found",
  "not_the_signer",
]);

/** Signs, one call at a time. `isBusy` stays true after success until another page replaces this one. */
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
      // Loaded with the sheet, so that it is available if the network is lost.
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
      // The password was created in another window in the meantime, so ask for it now. The typed password did not count
      // as a try.
      if (problem.code === "sign_password_wrong" && "newPassword" in proof) current.current.onPasswordMade();
      if (over.has(problem.code)) {
        current.current.onOver();
        return null;
      }
      // The other signature may be this person's, from another window, or the document was prepared again; the page
      // shows it.
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

type SentCode = z.infer<typeof sentCodeAnswer>;

export interface OneTimeCode {
  /** `sent_before`: no new one could be sent yet, and the one sent before is valid. */
  step: "none" | "sending" | "sent" | "sent_before" | "failed";
  /** When another code may be sent, in milliseconds since 1970. */
  resendAt: number | null;
  /** Channel and time of the last code; null before the first. */
  sent: { channel: SentCode["channel"]; to: string; at: number } | null;
  problem: ApiProblem | null;
  /** Requests a code. Ignored while a request is running. */
  ask: () => Promise<void>;
}

type CodeState = Omit<OneTimeCode, "ask">;

const nothing: CodeState = { step: "none", resendAt: null, sent: null, problem: null };

/** A one-time code from a POST to `path`, sent when the signer presses the button and never when the page opens. */
export function useOneTimeCode(path: string): OneTimeCode {
  const [state, setState] = useState<CodeState>(nothing);
  const isAsking = useRef(false);

  const ask = useCallback(async () => {
    if (isAsking.current) return;
    isAsking.current = true;
    setState((before) => ({ ...before, step: "sending", problem: null }));
    try {
      const { channel, sentTo, resendAt } = await callApi<SentCode>("POST", path);
      setState({
        step: "sent",
        resendAt: Date.parse(resendAt),
        sent: { channel, to: sentTo, at: Date.now() },
        problem: null,
      });
    } catch (error) {
      const problem = asProblem(error);
      setState((before) => afterRefusal(before, problem));
    } finally {
      isAsking.current = false;
    }
  }, [path]);

  return { ...state, ask };
}

/**
 * The server reports which limit applies and for how long. A code sent before is still valid, even if a reloaded page
 * does not know of it.
 */
function afterRefusal(before: CodeState, problem: ApiProblem): CodeState {
  const resendAt = problem.retryAfterSeconds === null ? before.resendAt : Date.now() + problem.retryAfterSeconds * 1000;
  if (problem.code === "rate_limited") return { ...before, step: "sent_before", resendAt, problem: null };
  return { ...before, step: "failed", resendAt, problem };
}

/**
 * State of a code being entered, to sign or to identify. `sign` resolves to the problem, or null if the code was right.
 */
export interface Entering extends Pick<Signing, "isBusy" | "problem" | "retryAt" | "clear"> {
  sign: (proof: { code: string }) => Promise<ApiProblem | null>;
}

/**
 * Enters a code, one call at a time; null if none can be entered yet. `isBusy` stays true after success until another
 * page replaces this one.
 */
export function useEntering(enter: ((code: string) => Promise<void>) | null): Entering {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [retryAt, setRetryAt] = useState<number | null>(null);
  const isRunning = useRef(false);

  const sign = useCallback(
    async ({ code }: { code: string }) => {
      if (isRunning.current || !enter) return null;
      isRunning.current = true;
      setBusy(true);
      setProblem(null);
      try {
        await enter(code);
        return null;
      } catch (error) {
        const refusal = asProblem(error);
        setProblem(refusal);
        setRetryAt(refusal.retryAfterSeconds === null ? null : Date.now() + refusal.retryAfterSeconds * 1000);
        setBusy(false);
        return refusal;
      } finally {
        isRunning.current = false;
      }
    },
    [enter],
  );

  const clear = useCallback(() => setProblem(null), []);
  return { isBusy, problem, retryAt, sign, clear };
}

interface StartOptions {
  u: string;
  fields: Fields;
  attachments: Pick<Attachments, "check">;
  statements: Pick<Statements, "check" | "toSend">;
  /** The images that the fields take. */
  images: readonly FieldImage[];
  entry: Entry;
  onMake: (type: SignatureType) => void;
  /** Called when nothing is missing. */
  onReady: () => void;
}

/**
 * Handles "Sign": leads to blank fields, missing images and text that cannot be written into the document, before a
 * code is sent.
 */
export function useStart({ u, fields, attachments, statements, images, entry, onMake, onReady }: StartOptions): {
  start: () => Promise<void>;
  isChecking: boolean;
} {
  const [isChecking, setChecking] = useState(false);
  const isRunning = useRef(false);
  const start = async () => {
    if (!fields.isReady || isRunning.current || !fields.check() || !attachments.check() || !statements.check()) return;
    const unmade = images.find(({ isNeeded, slot }) => isNeeded && slot.kind === "none");
    if (unmade) return onMake(unmade.type);
    isRunning.current = true;
    setChecking(true);
    // If there is no session, signing reports the problem.
    await entry.enter().catch(() => undefined);
    const refused = await askForRefusedFields(u, fields.given);
    isRunning.current = false;
    setChecking(false);
    if (refused.length > 0) fields.refuse(refused);
    else onReady();
  };
  return { start, isChecking };
}
