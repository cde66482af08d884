import { useTranslations } from "next-intl";
import Link from "next/link";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/page-link";
import type { PageBrand } from "@/lib/platform/brand";
import { MainNav } from "./main-nav";
import { appMainLook, placesOf, plainMainLook, quietLinkLook, ShellFrame, type ShellActor } from "./shell-frame";
import { UserMenu } from "./user-menu";
import { Wordmark } from "./wordmark";

interface ShellProps {
  actor?: ShellActor | null | undefined;
  usesMessageInbox?: boolean | undefined;
  brand: PageBrand;
  /** Shows a log-in link beside the other link; the page behind an e-mailed link has its own. */
  offersLogIn?: boolean | undefined;
  children: ReactNode;
}

/**
 * Frame of the pages for visitors: wordmark, account, and no distracting navigation. A page whose outermost element
 * has `data-full-width` gets the whole width without padding.
 */
export function PlainShell(props: ShellProps) {
  return <PageShell {...props} mainLook={plainMainLook} />;
}

/**
 * Frame of the pages for logged-in people: the same header above smaller text. A page like the editor gets the whole
 * width by `data-full-width`.
 */
export function AppShell(props: ShellProps & { actor: ShellActor }) {
  return <PageShell {...props} mainLook={appMainLook} />;
}

function PageShell({
  actor = null,
  usesMessageInbox = false,
  brand,
  offersLogIn = false,
  mainLook,
  children,
}: ShellProps & { mainLook: string }) {
  return (
    <ShellFrame
      actor={actor}
      usesMessageInbox={usesMessageInbox}
      brand={brand}
      headerLook="mx-auto flex h-14 max-w-page items-center gap-2 px-4 sm:gap-6 sm:px-6"
      mainLook={mainLook}
      header={<Header actor={actor} usesMessageInbox={usesMessageInbox} brand={brand} offersLogIn={offersLogIn} />}
    >
      {children}
    </ShellFrame>
  );
}

interface HeaderProps {
  actor: ShellActor | null;
  usesMessageInbox: boolean;
  brand: PageBrand;
  offersLogIn: boolean;
}

/** The link home, the pages of the account and its menu; for visitors a link to the verification page. */
function Header({ actor, usesMessageInbox, brand, offersLogIn }: HeaderProps) {
  const t = useTranslations("shell");
  return (
    <>
      <Link
        href={actor ? "/documents" : "/"}
        aria-label={t("nav.home", { name: brand.name ?? t("productName") })}
        className="inline-flex min-h-9 items-center rounded-control"
      >
        <Wordmark brand={brand} />
      </Link>
      {actor && <MainNav places={placesOf(actor, usesMessageInbox)} />}
      <div className="ms-auto flex items-center gap-4 text-ui">
        {actor ? (
          <UserMenu displayName={actor.displayName} email={actor.email} role={actor.role} />
        ) : (
          <Link href="/verify" className={quietLinkLook}>
            {t("nav.verifyDocument")}
          </Link>
        )}
        {!actor && offersLogIn && <ButtonLink href="/login">{t("nav.logIn")}</ButtonLink>}
      </div>
    </>
  );
}
