import { ArrowRight, PenLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { PageLink } from "@/components/ui/page-link";
import { documentsHref } from "./documents-href";

/** On a phone, where the tabs scroll out of sight: what waits for the viewer's own signature comes before all else. */
export function ToSignFirst({ count }: { count: number }) {
  const t = useTranslations("documents.toSignFirst");
  return (
    <PageLink
      href={documentsHref({ tab: "to_sign" })}
      className="mb-4 flex min-h-14 items-center gap-3 rounded-card bg-primary px-4 py-3 font-medium text-on-primary hover:bg-primary-hover sm:hidden"
    >
      <PenLine aria-hidden className="size-5 shrink-0" />
      <span className="flex-1">{t("title", { count })}</span>
      <span className="inline-flex items-center gap-1 text-ui">
        {t("action")}
        <ArrowRight aria-hidden className="size-4 rtl:rotate-180" />
      </span>
    </PageLink>
  );
}
