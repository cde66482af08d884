import { useTranslations } from "next-intl";
import { asFilled, describeChange } from "./describe-change";
import { roleOf } from "./signature-role";
import { useSignatureName } from "./use-signature-name";
import type { SignatureRecord } from "./verification";

/** Fields of this service are named by numbers, which tell nobody anything. */
const own = /^paraph-[0-9a-f-]{36}-/;

/** What the report says of a change, in people's words; a later signature is told by who made it. */
export function useChangeWords(all: readonly SignatureRecord[]): (said: string) => string {
  const words = useTranslations("verify.change");
  const nameOf = useSignatureName();
  return (item) => {
    const { key, field, page, count = 0, said, isForbidden } = describeChange(item);
    const signature = all.find((candidate) => candidate.field === field);
    const who = signature ? nameOf(signature) : `“${field}”`;
    const role = signature ? roleOf(signature) : "person";
    const told = asFilled(key, signature);
    if (told === "signed" && role !== "person") return words(signature?.verdict === "invalid" ? "broken_own" : role);
    const change = words(told === "filled" && own.test(field) ? "filled_own" : told, { who, field, page, count, said });
    return isForbidden ? words("forbidden", { change }) : change;
  };
}
