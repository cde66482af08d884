import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ConfirmForm } from "@/components/account/log-in-forms";
import { NarrowPage } from "@/components/shell/narrow-pages";
import { ButtonLink } from "@/components/ui/page-link";
import { readAccountLink } from "@/lib/accounts/account-link";
import { startPath } from "@/lib/api/http/next-path";
import { pageRequest } from "@/lib/api/http/page-request";
import { toMinutes } from "@/lib/platform/limits";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import { answerWithStatus } from "@/lib/platform/next/served-request";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account.confirm"))("title") };
}

/** The page behind an e-mailed link that confirms an address. Opening it changes nothing; pressing the button does. */
export default async function ConfirmPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const { ctx, actor } = await pageRequest();
  const link = await readAccountLink(ctx, "confirmation", token);
  const t = await getTranslations("account.confirm");
  if (link.state !== "live") {
    answerWithStatus(link.state === "over" ? 410 : 404);
    return (
      <NarrowPage
        title={t(`${link.state}Title`)}
        lead={t(link.state, { minutes: toMinutes(ctx.limits.accountLinkSeconds) })}
      >
        <ButtonLink href="/login" variant="primary" size="signer">
          {t("logIn")}
        </ButtonLink>
      </NarrowPage>
    );
  }
  const present = actor.kind === "account" ? actor.account : null;
  const isOwner = present?.id === link.accountId;
  const lead = t.rich(isOwner ? "lead" : "withPassword", { email: link.email, b: (chunks) => <b>{chunks}</b> });
  return (
    <NarrowPage title={t("title")} lead={lead}>
      {present && !isOwner && <p className="mb-5 text-ui text-muted">{t("otherAccount", { email: present.email })}</p>}
      <AreaMessages areas={["account", "shell", "errors"]}>
        <ConfirmForm token={token} email={link.email} asksPassword={!isOwner} next={startPath} />
      </AreaMessages>
    </NarrowPage>
  );
}
