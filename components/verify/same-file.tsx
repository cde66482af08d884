import { useTranslations } from "next-intl";
import { Notice, type NoticeTone } from "@/components/ui/notice";
import { samenessOf, type ExpectedFile, type Sameness } from "./sameness-of";
import type { Report } from "./verification";

const tones: Record<Sameness, NoticeTone> = {
  same: "success",
  original_copy: "info",
  version: "info",
  evidence: "info",
  extended: "warning",
  different: "warning",
};

/** Whether the copy that was dropped is the document that this page is about. */
export function SameFile({ report, expected }: { report: Report; expected: ExpectedFile }) {
  const words = useTranslations("verify.ours");
  const sameness = samenessOf(report, expected);
  return (
    <Notice tone={tones[sameness]} role="status" title={words(`${sameness}.title`)}>
      {words(`${sameness}.body`)}
    </Notice>
  );
}
