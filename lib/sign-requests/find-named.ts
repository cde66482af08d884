import type { SignRequest } from "@/db/schema/files";
import { DomainError } from "@/lib/errors";
import type { SignerAddress } from "./schema";

/** The signers with these addresses, each once. Throws `sign_request_not_in_file` for an address that nobody among them has. */
export function findNamed(
  signers: readonly SignRequest[],
  named: readonly SignerAddress[],
  member: "users" | "signers",
): SignRequest[] {
  const found = named.map(({ email }, index) => {
    const signer = signers.find((candidate) => candidate.email === email.trim().toLowerCase());
    if (signer) return signer;
    const detail = `${member}[${index}].email names no signer of this document`;
    throw new DomainError("sign_request_not_in_file", {
      detail,
      violations: [{ pointer: `/${member}/${index}/email`, code: "sign_request_not_in_file", detail }],
    });
  });
  return [...new Set(found)];
}
