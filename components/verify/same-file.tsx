import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";

/** Whether the copy that was dropped is the document that this page is about. */
export function SameFile({ sha256, expected }: { sha256: string; expected: { current: string; original: string } }) {
  const words = useTranslations("verify.ours");
  const key = sha256 === expected.current ? "same" : sha256 === expected.original ? "original_copy" : "different";
  return (
    <Notice tone={key === "same" ? "success" : key === "original_copy" ? "info" : "warning"} role="status" title={words(`${key}.title`)}>
      {words(`${key}.body`)}
    </Notice>
  );
}
