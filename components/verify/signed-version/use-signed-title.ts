import { useTranslations } from "next-intl";
import { roleOf } from "../signature-role";
import { useSignatureName } from "../use-signature-name";
import type { SignatureRecord } from "../verification";

/** What the version of the document that a signature signed is called. */
export function useSignedTitle(): (signature: SignatureRecord) => string {
  const words = useTranslations("verify.signedVersion.title");
  const nameOf = useSignatureName();
  return (signature) =>
    words(signature.kind === "doc_timestamp" ? "stamp" : roleOf(signature), { name: nameOf(signature, "plain") });
}
