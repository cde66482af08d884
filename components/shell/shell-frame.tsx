import type { ReactNode } from "react";
import { KeptMailBanner } from "./kept-mail-banner";
import { NoScriptNotice } from "./no-script-notice";
import { PageServices } from "./page-services";
import type { ShellActor } from "./shell-actor";
import { SiteFooter } from "./site-footer";
import { contentId, SkipLink } from "./skip-link";

interface ShellFrameProps {
  actor: ShellActor | null;
  mailIsKept: boolean;
  /** What stands in the header's row, and how the row is spaced. */
  header: ReactNode;
  headerLook: string;
  mainLook: string;
  children: ReactNode;
}

/** What every frame of a page has: the way past the header, the notes about this instance and this browser, the header, one main landmark, the footer. */
export function ShellFrame({ actor, mailIsKept, header, headerLook, mainLook, children }: ShellFrameProps) {
  return (
    <PageServices>
      <SkipLink />
      <div className="flex min-h-dvh flex-col print:block print:min-h-0">
        <NoScriptNotice />
        {mailIsKept && <KeptMailBanner mayOpenInbox={actor?.role === "admin"} />}
        <header className="border-b border-hairline bg-surface print:hidden">
          <div className={headerLook}>{header}</div>
        </header>
        <main id={contentId} tabIndex={-1} className={mainLook}>
          {children}
        </main>
        <SiteFooter />
      </div>
    </PageServices>
  );
}
