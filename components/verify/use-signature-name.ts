import { useTranslations } from "next-intl";
import { commonName } from "./common-name";
import { roleOf } from "./signature-role";
import type { SignatureRecord } from "./verification";

/** Who made a signature, in words; `plain`: the name alone, also of a timestamp's authority. */
export function useSignatureName(): (signature: SignatureRecord, style?: "plain") => string {
  const words = useTranslations("verify.card");
  return (signature, style) => {
    const role = roleOf(signature);
    if (role !== "person") return words(signature.verdict === "invalid" ? `broken.${role}` : role);
    const name = signature.signer ? commonName(signature.signer.subject) : words("unnamed");
    return signature.kind === "doc_timestamp" && style !== "plain" ? words("timestampOf", { name }) : name;
  };
}
