import { SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonLook } from "@/components/ui/button";
import { OutcomePage } from "./outcome-page";

/** The content of a page that does not exist. A plain link, because it may be shown where no script runs. */
export function NotFoundNotice({ isLoggedIn }: { isLoggedIn: boolean }) {
  const t = useTranslations("shell.notFound");
  return (
    <OutcomePage icon={SearchX} title={t("title")} body={t("body")}>
      <a href={isLoggedIn ? "/documents" : "/"} className={buttonLook("primary", "signer")}>
        {t(isLoggedIn ? "toDocuments" : "toStart")}
      </a>
    </OutcomePage>
  );
}
