import { invalid } from "@/lib/platform/errors";
import { emailProblem } from "@/lib/requests/signers/read-signers";

/** A visitor's address in lower case. Throws `validation_failed` for an invalid one. */
export function readVisitorEmail(given: string): string {
  const email = given.trim().toLowerCase();
  const code = emailProblem(email, false);
  if (code) throw invalid("/email", code, code === "required" ? "email is required" : "email is not an e-mail address");
  return email;
}
