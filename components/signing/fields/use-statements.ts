import { useMemo, useRef, useState, type RefObject } from "react";
import type { LinkSignature, SignInput } from "@/lib/signing/schema";

export const statementNames = ["reason", "location"] as const;
export type StatementName = (typeof statementNames)[number];
type Given = Record<StatementName, string>;

/** Reason and location that the signer states. */
export interface Statements {
  given: Given;
  /** As shown in the document: the preset if the signer states nothing. */
  shown: Given;
  /** Statements that are required and missing, marked after an attempt. */
  missing: ReadonlySet<StatementName>;
  set: (name: StatementName, value: string) => void;
  inputs: Record<StatementName, RefObject<HTMLInputElement | null>>;
  /** True if nothing is missing; otherwise marks and focuses the first input. */
  check: () => boolean;
  toSend: Pick<SignInput, StatementName>;
}

/** `rules` are those of the request; approvers state nothing. */
export function useStatements(rules: Pick<LinkSignature, StatementName>): Statements {
  const [given, setGiven] = useState<Given>({ reason: "", location: "" });
  const [hasTried, setTried] = useState(false);
  const [reason, location] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  return useMemo(() => {
    const inputs = { reason, location };
    const stated = (name: StatementName): string => given[name].trim();
    const shown = (name: StatementName): string => stated(name) || (rules[name].preset ?? "");
    const lacking = statementNames.filter((name) => rules[name].ask === "required" && shown(name) === "");
    return {
      given,
      shown: { reason: shown("reason"), location: shown("location") },
      missing: new Set(hasTried ? lacking : []),
      set: (name, value) => setGiven((before) => ({ ...before, [name]: value })),
      inputs,
      check: () => {
        setTried(true);
        const [first] = lacking;
        if (first) inputs[first].current?.focus();
        return first === undefined;
      },
      toSend: Object.fromEntries(
        statementNames.filter((name) => stated(name) !== "").map((name) => [name, stated(name)]),
      ),
    };
  }, [given, hasTried, rules, reason, location]);
}
