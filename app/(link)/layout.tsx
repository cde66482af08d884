import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { plainMainLook, quietLinkLook, ShellFrame, type ShellActor } from "@/components/shell/shell-frame";
import { UserMenu } from "@/components/shell/user-menu";
import { Wordmark } from "@/components/shell/wordmark";
import { pageBrand, pageRequest } from "@/lib/api/http/page-request";
import type { PageBrand } from "@/lib/platform/brand";

/** Layout of the page behind an e-mailed link. */
export default async function LinkLayout({ children }: { children: ReactNode }) {
  const { ctx, actor } = await pageRequest();
  return (
    <LinkShell
      actor={actor.kind === "account" ? actor.account : null}
      usesMessageInbox={ctx.usesMessageInbox}
      brand={await pageBrand()}
    >
      {children}
    </LinkShell>
  );
}

interface LinkShellProps {
  actor: ShellActor | null;
  usesMessageInbox: boolean;
  brand: PageBrand;
  children: ReactNode;
}

/**
 * The frame of pages behind an e-mailed link: like PlainShell, but lighter for phones. Its few links are plain
 * anchors, because Next's link code would add 2.5 % to the page's download.
 */
function LinkShell({ actor, usesMessageInbox, brand, children }: LinkShellProps) {
  const t = useTranslations("shell");
  return (
    <ShellFrame
      actor={actor}
      usesMessageInbox={usesMessageInbox}
      brand={brand}
      headerLook="mx-auto flex h-14 max-w-page items-center gap-6 px-4 sm:px-6"
      mainLook={plainMainLook}
      header={
        <>
          <a
            href={actor ? "/documents" : "/"}
            aria-label={t("nav.home", { name: brand.name ?? t("productName") })}
            className="inline-flex min-h-11 items-center rounded-control"
          >
            <Wordmark brand={brand} className="max-sm:max-w-20!" />
          </a>
          <div className="ms-auto flex items-center text-ui">
            {actor ? (
              <UserMenu displayName={actor.displayName} email={actor.email} role={actor.role} />
            ) : (
              // eslint-disable-next-line @next/next/no-html-link-for-pages -- see above
              <a href="/verify" className={quietLinkLook}>
                {t("nav.verifyDocument")}
              </a>
            )}
          </div>
        </>
      }
    >
      {children}
    </ShellFrame>
  );
}
