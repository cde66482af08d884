import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";

/** Without JavaScript the pages can be read, and forms do nothing: said before somebody fills one in. */
export function NoScriptNotice() {
  const words = useTranslations("shell.noScript");
  return (
    <noscript>
      <div className="bg-danger-tint text-on-danger-tint print:hidden">
        <p className="mx-auto flex max-w-280 items-start gap-2 px-4 py-2 text-ui sm:px-6">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            <strong>{words("title")}</strong> {words("body")}
          </span>
        </p>
      </div>
    </noscript>
  );
}
