import { useTranslations } from "next-intl";
import { isolate } from "@/lib/platform/locale/format";
import type { LinkDocument } from "@/lib/signing/schema";

/** Name and address of the sender; an account without a name is called by its address. */
export function SenderLine({ sender: { name, email } }: { sender: LinkDocument["sender"] }) {
  const t = useTranslations("signing.document");
  return name === email ? <bdi>{email}</bdi> : t("senderLine", { name: isolate(name), email });
}
