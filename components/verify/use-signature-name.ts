import { useTranslations } from "next-intl";
import { commonName } from "./common-name";
import { roleOf } from "./signature-role";
import type { SignatureRecord } from "./verification";

/** Who made a signature, in words. */
export function useSignatureName(): (signature: SignatureRecord) => string {
  const words = useTranslations("verify.card");
  return (signature) => {
    const role = roleOf(signature);
    if (role !== "person") return words(role);
    const name = signature.signer ? commonName(signature.signer.subject) : words("unnamed");
    return signature.kind === "doc_timestamp" ? words("timestampOf", { name }) : name;
  };
}
