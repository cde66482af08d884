import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonLook } from "@/components/ui/button-look";
import { Card } from "@/components/ui/card";

/** What is kept of a person, for that person to take along. */
export function ExportCard() {
  const words = useTranslations("account.account");
  return (
    <Card title={words("export")}>
      <p className="max-w-180 text-ui text-muted">{words("exportLead")}</p>
      <div className="mt-4">
        <a href="/api/v1/account/export" download className={buttonLook("secondary", "app")}>
          <Download aria-hidden className="size-4" />
          {words("exportButton")}
        </a>
      </div>
    </Card>
  );
}
