import { useTranslations } from "next-intl";
import Link from "next/link";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { LogInAgain } from "@/components/shell/log-in-again";
import { MainNav } from "@/components/shell/main-nav";
import { appMainLook, placesOf, ShellFrame, type ShellActor } from "@/components/shell/shell-frame";
import { UserMenu } from "@/components/shell/user-menu";
import { Wordmark } from "@/components/shell/wordmark";
import { ButtonLink } from "@/components/ui/button-link";
import { logInPath, pageBrand, pageRequest } from "@/lib/api/http/page-request";
import type { PageBrand } from "@/lib/platform/brand/page-brand";

/** Pages for logged-in people. Redirects anybody else to the log-in page, which leads back here. */
export default async function AppLayout({ children }: { children: ReactNode }) {
  const { ctx, actor } = await pageRequest();
  if (actor.kind !== "account") redirect(logInPath());
  return (
    <AppShell actor={actor.account} usesMessageInbox={ctx.usesMessageInbox} brand={await pageBrand()}>
      {children}
    </AppShell>
  );
}

interface AppShellProps {
  actor: ShellActor | null;
  usesMessageInbox: boolean;
  brand: PageBrand;
  children: ReactNode;
}

/**
 * Frame of the pages for logged-in people: header, navigation, and one main landmark. A page whose outermost element has `data-full-width`, such as the editor,
 * gets the whole width without padding.
 */
function AppShell({ actor, usesMessageInbox, brand, children }: AppShellProps) {
  const t = useTranslations("shell");
  return (
    <ShellFrame
      actor={actor}
      usesMessageInbox={usesMessageInbox}
      brand={brand}
      headerLook="mx-auto flex h-14 max-w-page items-center gap-2 px-4 sm:gap-6 sm:px-6"
      mainLook={appMainLook}
      header={
        <>
          <Link
            href={actor ? "/documents" : "/"}
            aria-label={t("nav.home", { name: brand.name ?? t("productName") })}
            className="inline-flex min-h-9 items-center rounded-control"
          >
            <Wordmark brand={brand} />
          </Link>
          <MainNav places={placesOf(actor, usesMessageInbox)} />
          <div className="ms-auto">
            {actor ? (
              <UserMenu displayName={actor.displayName} email={actor.email} role={actor.role} />
            ) : (
              <ButtonLink href="/login">{t("nav.logIn")}</ButtonLink>
            )}
          </div>
        </>
      }
    >
      {children}
      {actor && <LogInAgain email={actor.email} />}
    </ShellFrame>
  );
}
