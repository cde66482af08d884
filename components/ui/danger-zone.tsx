import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** Actions that cannot be undone, last on a page and marked. */
export function DangerZone({ children }: { children: ReactNode }) {
  const t = useTranslations("shell");
  return (
    <section aria-labelledby="danger-zone" className="mt-4 border-t border-hairline pt-6">
      <h2 id="danger-zone" className="mb-3 flex items-center gap-2 text-ui font-semibold text-danger">
        <TriangleAlert aria-hidden className="size-4" />
        {t("dangerZone")}
      </h2>
      <div className="flex flex-col gap-6 [&>section]:border-danger/40">{children}</div>
    </section>
  );
}
