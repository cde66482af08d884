import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NewPasswordForm } from "@/components/account/reset-password";
import { NarrowPage } from "@/components/shell/narrow-pages";
import { ButtonLink } from "@/components/ui/page-link";
import { readAccountLink } from "@/lib/accounts/account-link";
import { startPath } from "@/lib/api/http/next-path";
import { pageRequest } from "@/lib/api/http/page-request";
import { toMinutes } from "@/lib/platform/limits";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import { answerWithStatus } from "@/lib/platform/next/served-request";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account.reset"))("newTitle") };
}

/** The page behind an e-mailed link that sets a new password. Opening it changes nothing. */
export default async function NewPasswordPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const { ctx } = await pageRequest();
  const link = await readAccountLink(ctx, "reset", token);
  const t = await getTranslations("account.reset");
  if (link.state === "live") {
    return (
      <NarrowPage title={t("newTitle")} lead={t.rich("newLead", { email: link.email, b: (chunks) => <b>{chunks}</b> })}>
        <AreaMessages areas={["account", "shell", "errors"]}>
          <NewPasswordForm token={token} email={link.email} next={startPath} />
        </AreaMessages>
      </NarrowPage>
    );
  }
  answerWithStatus(link.state === "over" ? 410 : 404);
  return (
    <NarrowPage
      title={t(`${link.state}Title`)}
      lead={t(link.state, { minutes: toMinutes(ctx.limits.accountLinkSeconds) })}
    >
      <ButtonLink href="/reset" variant="primary" size="signer">
        {t("again")}
      </ButtonLink>
    </NarrowPage>
  );
}
