import { CircleHelp, FileClock, Hourglass, UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import { findingsFor, hasFindings, UploadFindings } from "@/components/documents/upload-findings";
import { OutcomePage } from "@/components/signing/states/outcome-page";
import { StateCard } from "@/components/signing/states/state-card";
import { buttonLook } from "@/components/ui/button";
import type { UploadWire } from "@/lib/documents/schema";
import type { LinkPage } from "@/lib/signing/schema";
import type { AboutDocument } from "./about-document";
import { InvitationPage, LockedPage, SigningPage, SwitchAccount } from "./parted-states";

/** One page per state of the link (docs/spec/interface.md#link-states). */
export function SignPage({ page, u }: { page: LinkPage; u: string }) {
  switch (page.state) {
    case "ready":
      return <InvitationPage page={page} u={u} findings={findings(page.document.upload)} />;
    case "signing":
      return <SigningPage page={page} u={u} about={aboutOf(page.document.upload)} />;
    case "locked":
      return <LockedPage page={page} />;
    case "signed":
    case "finishing":
    case "completed":
    case "declined":
    case "expired":
    case "withdrawn":
      return <OutcomePage page={page} u={u} />;
    case "unknown":
    case "not_ready":
    case "too_many_misses":
    case "someone_else":
    case "not_your_turn":
      return <ClosedPage page={page} />;
  }
}

/** Rendered by the server, so that no signer loads the code for it. */
const findings = (upload: UploadWire) => <UploadFindings upload={upload} reader="signer" className="mb-4" />;

/** Behind a button while signing: the signer has seen the notice on the invitation, and the document needs the room. */
function aboutOf(upload: UploadWire): AboutDocument | null {
  if (!hasFindings(upload, "signer")) return null;
  return {
    content: <UploadFindings upload={upload} reader="signer" />,
    isWarning: findingsFor(upload, "signer").isWarning,
  };
}

type Closed = Extract<
  LinkPage,
  { state: "unknown" | "not_ready" | "too_many_misses" | "someone_else" | "not_your_turn" }
>;

/** A link that shows this visitor nothing of a document. */
function ClosedPage({ page }: { page: Closed }) {
  const t = useTranslations("signing");
  switch (page.state) {
    case "unknown":
      return (
        <StateCard
          icon={CircleHelp}
          tone="warning"
          heading={t("unknown.heading")}
          actions={
            <a href="/login" className={buttonLook("secondary", "signer")}>
              {t("unknown.logIn")}
            </a>
          }
        >
          <p>{t("unknown.body")}</p>
        </StateCard>
      );
    case "not_ready":
      return (
        <StateCard icon={FileClock} heading={t("notReady.heading")}>
          <p>{t("notReady.body")}</p>
        </StateCard>
      );
    case "too_many_misses":
      return (
        <StateCard icon={Hourglass} tone="warning" heading={t("tooMany.heading")}>
          <p>{t("tooMany.body")}</p>
        </StateCard>
      );
    case "not_your_turn":
      return (
        <StateCard icon={Hourglass} heading={t("notYourTurn.heading", { before: page.before })}>
          <p>{t("notYourTurn.body")}</p>
        </StateCard>
      );
    case "someone_else":
      return (
        <StateCard
          icon={UserX}
          tone="warning"
          heading={t.rich("someoneElse.heading", {
            invited: page.invited,
            who: (chunks) => <span className="inline-block max-w-full">{chunks}</span>,
          })}
          actions={<SwitchAccount />}
        >
          <p className="wrap-anywhere">{t("someoneElse.body", { loggedInAs: page.loggedInAs })}</p>
        </StateCard>
      );
  }
}
