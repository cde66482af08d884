import { invalid } from "@/lib/platform/errors";
import type { SignInput } from "@/lib/signing/schema";
import { readCode } from "./code";

/** A well-formed proof from a body, not compared with anything yet. */
type GivenProof = { kind: "code"; code: string } | { kind: "password"; password: string } | { kind: "none" };

/**
 * Reads the one proof of a body. Throws `validation_failed` for a code together with a password, conflicting aliases, a code that is not
 * six digits, and an empty password. Such a body does not count as a try.
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
