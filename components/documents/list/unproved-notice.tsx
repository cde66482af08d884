import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import { Notice } from "@/components/ui/notice";

/** Requests to an address count only once it is proved (docs/spec/api.md#proved-addresses); without this the list would just look empty. */
export function UnprovedNotice({ email }: { email: string }) {
  const words = useTranslations("documents.unproved");
  return (
    <Notice
      tone="warning"
      title={words("title")}
      className="mb-6"
      action={<ButtonLink href="/account">{words("action")}</ButtonLink>}
    >
      {words("body", { email })}
    </Notice>
  );
}
