import { invalid } from "@/lib/errors";
import { readCode } from "@/lib/otp/code";
import type { SignInput } from "./schema";

/** The proof that a body brings, in a shape that can be right; not compared with anything yet. */
export type GivenProof = { kind: "code"; code: string } | { kind: "password"; password: string } | { kind: "none" };

/**
 * Reads the one proof of a body. Throws `validation_failed` for a code and a password together, one of them said twice in different
 * words, a code that is not six digits and an empty password: such a body is no try, and nothing is counted.
 */
export function readProof(input: SignInput): GivenProof {
  const code = oneOf(input, "code", "token");
  const password = oneOf(input, "password", "signPassword");
  if (code && password)
    throw invalid(
      `/${password.name}`,
      "ambiguous",
      `${code.name} and ${password.name} are proofs of different kinds; give one of them`,
    );
  if (code) return { kind: "code", code: sixDigits(code) };
  if (!password) return { kind: "none" };
  if (password.value === "")
    throw invalid(`/${password.name}`, "too_short", `${password.name} needs at least 1 characters`);
  return { kind: "password", password: password.value };
}

type ProofName = "code" | "token" | "password" | "signPassword";

interface Member {
  name: ProofName;
  value: string;
}

function oneOf(input: SignInput, name: ProofName, alias: ProofName): Member | null {
  const [value, other] = [input[name], input[alias]];
  if (value !== undefined && other !== undefined && value !== other)
    throw invalid(`/${alias}`, "ambiguous", `${alias} is another name of ${name} and says something else`);
  if (value !== undefined) return { name, value };
  return other === undefined ? null : { name: alias, value: other };
}

function sixDigits({ name, value }: Member): string {
  const code = readCode(value);
  if (code === null) throw invalid(`/${name}`, "format_invalid", `${name} must be six digits`);
  return code;
}
