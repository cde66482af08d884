import { clsx } from "clsx";
import { MailX, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LanguageSwitch } from "@/components/language/language-switch";
import { LiveRegionProvider } from "@/components/ui/live-region";
import { ToastProvider } from "@/components/ui/toast";
import type { PageBrand } from "@/lib/platform/brand";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import type { Place } from "./main-nav";

/** The account as shown in the frame of a page. */
export interface ShellActor {
  displayName: string;
  email: string;
  role: "signer" | "requester" | "admin";
}

interface ShellFrameProps {
  actor: ShellActor | null;
  usesMessageInbox: boolean;
  brand: PageBrand;
  /** Content and spacing of the header's row. */
  header: ReactNode;
  headerLook: string;
  mainLook: string;
  children: ReactNode;
}

/**
 * The frame of every page: skip link, notices about this instance and this browser, header, one main landmark, footer.
 */
export function ShellFrame({
  actor,
  usesMessageInbox,
  brand,
  header,
  headerLook,
  mainLook,
  children,
}: ShellFrameProps) {
  return (
    <PageServices>
      <SkipLink />
      <div className="flex min-h-dvh flex-col print:block print:min-h-0">
        <NoScriptNotice />
        {usesMessageInbox && <MessageInboxBanner mayOpenInbox={actor?.role === "admin"} />}
        <header className={clsx("border-b border-hairline bg-surface print:hidden", hiddenInFocusMode)}>
          <div className={headerLook}>{header}</div>
        </header>
        <main id={contentId} tabIndex={-1} className={mainLook}>
          {children}
        </main>
        <SiteFooter brand={brand} />
      </div>
    </PageServices>
  );
}

/** A page with `data-focus-mode`, such as the editor, has its own bar with a link back. */
const hiddenInFocusMode = "[:has(>main_[data-focus-mode])>&]:hidden";

const full = "has-[>[data-full-width]]:max-w-none has-[>[data-full-width]]:p-0";

/** Main landmark of the pages for logged-in people. */
export const appMainLook = `mx-auto w-full max-w-page flex-1 px-4 py-6 outline-none sm:px-6 sm:py-8 ${full}`;

/** Main landmark of the pages for visitors: larger text and more space. */
export const plainMainLook = `mx-auto w-full max-w-page flex-1 px-4 py-6 text-reading outline-none sm:px-6 sm:py-10 ${full}`;

/** A header link that does not look like a button. */
export const quietLinkLook = "inline-flex min-h-11 items-center rounded-control font-medium text-muted hover:text-ink";

/**
 * Pages that the account may open. Tokens and webhooks need the permission to request signatures. Only administrators
 * read the inbox, and only while no e-mail provider is configured.
 */
export function placesOf(actor: ShellActor | null, usesMessageInbox: boolean): Place[] {
  const mayOpenInbox = usesMessageInbox && actor?.role === "admin";
  return [
    ...(actor ? (["documents"] as const) : []),
    ...(actor && mayRequest(actor.role) ? (["templates"] as const) : []),
    "verify",
    ...(actor && mayRequest(actor.role) ? (["developers"] as const) : []),
    ...(mayOpenInbox ? (["inbox"] as const) : []),
  ];
}

/** Whether an account with this role may request signatures, as `mayRequest` of lib/accounts/actor.ts determines. */
export function mayRequest(role: ShellActor["role"]): boolean {
  return role !== "signer";
}

const contentId = "content";

/** First tab stop of every page (WCAG 2.4.1). */
function SkipLink() {
  const t = useTranslations("shell");
  return (
    <a
      href={`#${contentId}`}
      className="sr-only rounded-control bg-primary px-4 py-2 text-ui font-medium text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:start-2 focus:z-50"
    >
      {t("skipToContent")}
    </a>
  );
}

/** Services of every page: toasts, and announcements for screen readers. */
function PageServices({ children }: { children: ReactNode }) {
  return (
    <AreaMessages areas={["shell"]}>
      <ToastProvider>
        <LiveRegionProvider>{children}</LiveRegionProvider>
      </ToastProvider>
    </AreaMessages>
  );
}

/** Without JavaScript pages can be read but forms do not work, so this shows before anybody fills one in. */
function NoScriptNotice() {
  const t = useTranslations("shell.noScript");
  return (
    <noscript>
      <div className="bg-danger-tint text-on-danger-tint print:hidden">
        <p className="mx-auto flex max-w-page items-start gap-2 px-4 py-2 text-ui sm:px-6">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            <strong>{t("title")}</strong> {t("body")}
          </span>
        </p>
      </div>
    </noscript>
  );
}

/**
 * Shown on every page of an instance without an e-mail provider: nothing is sent. Only administrators may open the
 * inbox.
 */
export function MessageInboxBanner({ mayOpenInbox }: { mayOpenInbox: boolean }) {
  const t = useTranslations("shell.kept");
  return (
    <aside
      aria-label={t("label")}
      className={clsx("bg-warning-tint text-on-warning-tint print:hidden", hiddenInFocusMode)}
    >
      <p className="mx-auto flex max-w-page items-start gap-2 px-4 py-1.5 text-caption sm:px-6">
        <MailX aria-hidden className="mt-0.5 size-3.5 shrink-0" />
        <span>
          {mayOpenInbox
            ? t.rich("text", {
                inbox: (text) => (
                  // Signers on phones get this banner too, and not the code of Next's links.
                  // eslint-disable-next-line @next/next/no-html-link-for-pages
                  <a href="/inbox" className="font-semibold underline">
                    {text}
                  </a>
                ),
              })
            : t("plain")}
        </span>
      </p>
    </aside>
  );
}

/** The footer of every page; hidden on pages that fill the window. */
export function SiteFooter({ brand }: { brand: Pick<PageBrand, "name" | "privacyUrl" | "termsUrl" | "imprintUrl"> }) {
  const t = useTranslations("shell.footer");
  return (
    <footer className="border-t border-hairline text-muted [main:has([data-fills-window])+&]:hidden print:hidden">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 gap-y-1 px-4 py-4 text-caption sm:px-6">
        <p translate="no" className="text-ink">
          <bdi>{brand.name ?? t("product")}</bdi>
        </p>
        <div className="me-auto">
          <LanguageSwitch />
        </div>
        <FooterLinks brand={brand} />
      </div>
    </footer>
  );
}

const places = [
  ["verify", "/verify"],
  ["api", "/docs/api"],
  ["accessibility", "/accessibility"],
] as const;

function legalPlaces({ privacyUrl, termsUrl, imprintUrl }: Pick<PageBrand, "privacyUrl" | "termsUrl" | "imprintUrl">) {
  const links = [
    ["privacy", privacyUrl],
    ["terms", termsUrl],
    ["imprint", imprintUrl],
  ] as const;
  return links.flatMap(([name, href]) => (href === null ? [] : [[name, href] as const]));
}

/** Plain anchors, so that a signer's page loads no code for them. */
function FooterLinks({ brand }: { brand: Pick<PageBrand, "privacyUrl" | "termsUrl" | "imprintUrl"> }) {
  const t = useTranslations("shell.footer");
  return (
    <nav aria-label={t("label")}>
      <ul className="flex flex-wrap items-center gap-x-6 gap-y-1">
        {[...places, ...legalPlaces(brand)].map(([name, href]) => (
          <li key={name}>
            <a
              href={href}
              className="inline-flex min-h-11 min-w-11 items-center justify-center rounded-control hover:text-ink hover:underline sm:min-h-8 pointer-coarse:min-h-11"
            >
              {t(name)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
