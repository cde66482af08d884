import type { ReactNode } from "react";
import { KeptMailBanner } from "./kept-mail-banner";
import { PageServices } from "./page-services";
import type { ShellActor } from "./shell-actor";
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

/** What every frame of a page has: the way past the header, the note that mail is kept, the header, and one main landmark. */
export function ShellFrame({ actor, mailIsKept, header, headerLook, mainLook, children }: ShellFrameProps) {
  return (
    <PageServices>
      <SkipLink />
      {mailIsKept && <KeptMailBanner mayOpenInbox={actor?.role === "admin"} />}
      <header className="border-b border-hairline bg-surface">
        <div className={headerLook}>{header}</div>
      </header>
      <main id={contentId} tabIndex={-1} className={mainLook}>{children}</main>
    </PageServices>
  );
}
