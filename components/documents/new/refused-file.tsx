import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import { byteLimit } from "../byte-count";
import type { RefusedChoice } from "./use-pdf-choice";

/** Says why a file was not taken, and what to do. */
export function RefusedFile({ refused, maxBytes }: { refused: RefusedChoice; maxBytes: number }) {
  const words = useTranslations("documents.refused");
  return (
    <Notice
      tone="danger"
      role="alert"
      title={words(`${refused.reason}.title`, { name: refused.fileName })}
      className="mb-6"
    >
      {words(`${refused.reason}.body`, { limit: byteLimit(maxBytes) })}
    </Notice>
  );
}
