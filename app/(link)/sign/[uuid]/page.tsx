import { CircleHelp, FileClock, Hourglass, UserX } from "lucide-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { findingsFor, hasFindings, UploadFindings } from "@/components/documents/upload-findings";
import {
  FormSigningPage,
  InvitationPage,
  LockedPage,
  ReadingPage,
  SigningPage,
  SwitchAccount,
} from "@/components/signing/lazy-states";
import type { AboutDocument } from "@/components/signing/link/about-document";
import { StateCard } from "@/components/signing/link/state-card";
import { OutcomePage } from "@/components/signing/outcome-page";
import { buttonLook } from "@/components/ui/button";
import { pageRequest } from "@/lib/api/http/page-request";
import type { UploadWire } from "@/lib/documents/schema";
import { isImageType } from "@/lib/platform/field-rules/details";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import { answerWithStatus, isHeadRequest } from "@/lib/platform/next/served-request";
import { linkPageStatus } from "@/lib/signing/read-signed";
import type { LinkDocument, LinkPage } from "@/lib/signing/schema";
import { showLinkPage } from "@/lib/views/link-page";

interface SignPageProps {
  params: Promise<{ uuid: string }>;
}

const lookAt = cache(async (u: string) => {
  const { ctx, actor } = await pageRequest({ link: u });
  return showLinkPage(ctx, actor, { u, isOpened: !isHeadRequest() });
});

export async function generateMetadata({ params }: SignPageProps): Promise<Metadata> {
  const t = await getTranslations("signing");
  const page = await lookAt((await params).uuid);
  return {
    title: "document" in page ? `${t("title")}: ${page.document.name}` : t("title"),
    robots: { index: false, follow: false },
  };
}

export default async function Page({ params }: SignPageProps) {
  const { uuid } = await params;
  const page = await lookAt(uuid);
  const { status, retryAfterSeconds } = linkPageStatus(page);
  if (status !== 200)
    answerWithStatus(status, retryAfterSeconds === null ? {} : { "retry-after": String(retryAfterSeconds) });
  return (
    <AreaMessages areas={["signing", "signature", "attachments", "shell", "errors"]}>
      <SignPage page={page} u={uuid.toLowerCase()} />
    </AreaMessages>
  );
}

/** One page per state of the link (docs/spec/interface.md#link-states). */
function SignPage({ page, u }: { page: LinkPage; u: string }) {
  switch (page.state) {
    case "ready":
      return <InvitationPage page={page} u={u} findings={findings(page.document)} />;
    case "signing":
      if (page.document.role === "viewer") return <ReadingPage page={page} u={u} about={aboutOf(page.document)} />;
      return hasForm(page) ? (
        <FormSigningPage page={page} u={u} about={aboutOf(page.document)} />
      ) : (
        <SigningPage page={page} u={u} about={aboutOf(page.document)} />
      );
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

/** Whether the signer has inputs other than images. */
function hasForm({ fields, signer }: Extract<LinkPage, { state: "signing" }>): boolean {
  return signer.attachmentRequests.length > 0 || fields.some(({ isMine, type }) => isMine && !isImageType(type));
}

/** Rendered by the server, so that no signer loads the code for it. */
const findings = (document: LinkDocument) =>
  uploadsOf(document).map(({ name, upload }) => (
    <div key={name} className="mb-4">
      {name !== null && <NameOfFile name={name} />}
      <UploadFindings upload={upload} reader="signer" />
    </div>
  ));

/** The files with findings. A single document needs no name. */
function uploadsOf({ upload, files }: LinkDocument): { name: string | null; upload: UploadWire }[] {
  const all = files ?? [{ name: null, upload }];
  return all.filter((file) => hasFindings(file.upload, "signer"));
}

function NameOfFile({ name }: { name: string }) {
  return (
    <p className="mb-1 truncate text-ui font-semibold">
      <bdi>{name}</bdi>
    </p>
  );
}

/**
 * Behind a button while signing: the signer has seen the notice on the invitation, and the document needs the space.
 */
function aboutOf(document: LinkDocument): AboutDocument | null {
  const uploads = uploadsOf(document);
  if (uploads.length === 0) return null;
  return {
    content: uploads.map(({ name, upload }) => (
      <div key={name}>
        {name !== null && (
          <div className="px-4 pt-3">
            <NameOfFile name={name} />
          </div>
        )}
        <UploadFindings upload={upload} reader="signer" />
      </div>
    )),
    isWarning: uploads.some(({ upload }) => findingsFor(upload, "signer").isWarning),
  };
}

type Closed = Extract<
  LinkPage,
  { state: "unknown" | "not_ready" | "too_many_misses" | "someone_else" | "not_your_turn" }
>;

/** A link that does not show this visitor a document. */
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
