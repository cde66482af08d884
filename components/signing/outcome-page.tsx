import { Ban, CalendarX, CircleCheck, Download, FileCheck, FileText, Hourglass, Mail, ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { contentHref, fileNameOf } from "@/components/signing/files/page-files";
import { DocumentFacts, StateCard } from "@/components/signing/link/state-card";
import { buttonLook } from "@/components/ui/button";
import { isolate, minuteMs } from "@/lib/platform/locale/format";
import type { LinkDocument, LinkFile, LinkPage } from "@/lib/signing/schema";
import { AskAgain, EvidenceByCode, Time, WatchForEnd } from "./lazy-states";

type OutcomeState = "signed" | "finishing" | "completed" | "declined" | "expired" | "withdrawn";
type Outcome = Extract<LinkPage, { state: OutcomeState }>;

interface OutcomeProps<Page extends Outcome = Outcome> {
  page: Page;
  u: string;
}

/** How a link ended: what happened, what comes next, and what to do. */
export function OutcomePage({ page, u }: OutcomeProps) {
  switch (page.state) {
    case "signed":
    case "finishing":
      return <SignedPage page={page} u={u} />;
    case "completed":
      return <CompletedPage page={page} u={u} />;
    case "declined":
      return <DeclinedPage page={page} />;
    case "expired":
      return <ExpiredPage page={page} u={u} />;
    case "withdrawn":
      return <WithdrawnPage page={page} />;
  }
}

function SignedPage({ page, u }: OutcomeProps<Extract<Outcome, { state: "signed" | "finishing" }>>) {
  const t = useTranslations("signing");
  const heading = t.rich(`${page.state}.heading`, { role: page.document.role, at: () => <Time at={page.signedAt} /> });
  return (
    <StateCard
      icon={page.state === "signed" ? CircleCheck : Hourglass}
      tone="success"
      heading={heading}
      actions={<GoodCopies document={page.document} u={u} />}
    >
      <p>
        {page.state === "finishing"
          ? t("finishing.body", { role: page.document.role })
          : t(`signed.${page.end}`, { waitingFor: page.waitingFor })}
      </p>
      <DocumentFacts document={page.document} />
      <Copies document={page.document} u={u} />
      {page.state === "finishing" && <WatchForEnd />}
    </StateCard>
  );
}

function CompletedPage({ page, u }: OutcomeProps<Extract<Outcome, { state: "completed" }>>) {
  const t = useTranslations("signing");
  const times = {
    role: page.document.role,
    // Times are shown to the minute.
    atOnce: Date.parse(page.completedAt) - Date.parse(page.signedAt) < minuteMs ? "yes" : "no",
    signed: () => <Time at={page.signedAt} />,
    completed: () => <Time at={page.completedAt} />,
  };
  return (
    <StateCard
      icon={FileCheck}
      tone="success"
      heading={t("completed.heading")}
      actions={<GoodCopies document={page.document} u={u} hasBundle={page.mayFetchEvidence} />}
      more={page.mayFetchEvidence && <Evidence uuid={page.document.uuid} />}
    >
      <p>{t.rich("completed.body", times)}</p>
      <DocumentFacts document={page.document} />
      <Copies document={page.document} u={u} />
      {page.mustConfirm && (
        <p>
          {t.rich("evidence.leadAccount", {
            account: (text) => (
              <a href="/account" className="font-medium text-primary underline underline-offset-4">
                {text}
              </a>
            ),
          })}
        </p>
      )}
      {page.identification && <EvidenceByCode identification={page.identification} u={u} />}
    </StateCard>
  );
}

function DeclinedPage({ page }: { page: Extract<Outcome, { state: "declined" }> }) {
  const t = useTranslations("signing");
  const heading = t.rich(page.by === null ? "declined.headingYou" : "declined.headingOther", {
    role: page.by === null ? page.document.role : String(page.by.role),
    at: () => <Time at={page.at} />,
  });
  return (
    <StateCard icon={Ban} heading={heading} actions={<Contact document={page.document} />}>
      <p>
        {page.by === null ? t("declined.you") : t("declined.other", { by: page.by.name, role: String(page.by.role) })}
      </p>
      {page.reason && (
        <p className="border-s-2 border-control ps-4 wrap-anywhere text-muted">
          <span className="sr-only">{t("declined.reason")}: </span>
          <bdi lang="">{page.reason}</bdi>
        </p>
      )}
      <DocumentFacts document={page.document} />
    </StateCard>
  );
}

function ExpiredPage({ page, u }: OutcomeProps<Extract<Outcome, { state: "expired" }>>) {
  const t = useTranslations("signing.expired");
  return (
    <StateCard
      icon={CalendarX}
      tone="warning"
      heading={t.rich("heading", { at: () => <Time at={page.expiredAt} /> })}
      actions={<Contact document={page.document} />}
    >
      <p>{t("body", { sender: isolate(page.document.sender.name) })}</p>
      <DocumentFacts document={page.document} />
      <AskAgain u={u} sender={page.document.sender.name} />
    </StateCard>
  );
}

function WithdrawnPage({ page }: { page: Extract<Outcome, { state: "withdrawn" }> }) {
  const t = useTranslations("signing.withdrawn");
  if (page.isDelegated)
    return (
      <StateCard icon={CircleCheck} heading={t("delegated.heading")} actions={<Contact document={page.document} />}>
        <p>{t("delegated.body", { sender: isolate(page.document.sender.name) })}</p>
        <DocumentFacts document={page.document} />
      </StateCard>
    );
  return (
    <StateCard icon={Ban} heading={t("heading")} actions={<Contact document={page.document} />}>
      <p>{t("body", { sender: isolate(page.document.sender.name) })}</p>
      <DocumentFacts document={page.document} />
    </StateCard>
  );
}

/** The files of an envelope. The copy of a single document is among the actions. */
function Copies({ document, u }: { document: LinkDocument; u: string }) {
  return document.files === null ? null : <FileCopies files={document.files} u={u} />;
}

interface GoodCopiesProps {
  document: LinkDocument;
  u: string;
  hasBundle?: boolean;
}

function GoodCopies({ document, u, hasBundle = false }: GoodCopiesProps) {
  const t = useTranslations("signing.document");
  const files = useTranslations("signing.files");
  if (document.files !== null)
    return hasBundle ? (
      <a href={`/api/v1/file/${document.uuid}/bundle`} download className={buttonLook("primary", "signer")}>
        <Download aria-hidden className="size-4.5" />
        {files("downloadAll")}
      </a>
    ) : null;
  return (
    <>
      <a
        href={contentHref(u, "current")}
        download={fileNameOf(document.name)}
        className={buttonLook("primary", "signer")}
      >
        <Download aria-hidden className="size-4.5" />
        {t("download")}
      </a>
      <a href={`/verify/${document.uuid}`} className={buttonLook("secondary", "signer")}>
        <ShieldCheck aria-hidden className="size-4.5" />
        {t("verify")}
      </a>
    </>
  );
}

function Evidence({ uuid }: { uuid: string }) {
  const t = useTranslations("signing.evidence");
  const look = "inline-flex min-h-11 items-center font-medium text-primary underline underline-offset-4";
  return (
    <p className="flex flex-wrap gap-x-6 text-ui">
      <a href={`/api/v1/file/${uuid}/evidence`} download className={look}>
        {t("document")}
      </a>
      <a href={`/api/v1/file/${uuid}/bundle`} download className={look}>
        {t("bundle")}
      </a>
    </p>
  );
}

function Contact({ document: { sender, name } }: { document: LinkDocument }) {
  const t = useTranslations("signing.document");
  return (
    <a
      href={`mailto:${encodeURIComponent(sender.email).replace("%40", "@")}?subject=${encodeURIComponent(name)}`}
      className={buttonLook("secondary", "signer", "max-w-full")}
    >
      <Mail aria-hidden className="size-4.5 shrink-0" />
      <span className="truncate">{t("contact", { name: isolate(sender.name) })}</span>
    </a>
  );
}

/** Each file of an envelope with links to download and verify it. */
function FileCopies({ files, u }: { files: readonly LinkFile[]; u: string }) {
  const t = useTranslations("signing.files");
  return (
    <ul aria-label={t("list")} className="divide-y divide-hairline rounded-control border border-hairline">
      {files.map((file) => (
        <li key={file.uuid} className="flex items-center gap-3 py-1.5 ps-4 pe-2">
          <FileText aria-hidden className="size-5 shrink-0 text-muted" />
          <div className="min-w-0 flex-1 py-1">
            <p className="truncate text-ui font-medium">
              <bdi>{file.name}</bdi>
            </p>
            <p className="text-caption text-muted">{t("pages", { count: file.pages })}</p>
          </div>
          <a
            href={contentHref(u, "current", file.uuid)}
            download={fileNameOf(file.name)}
            aria-label={t("download", { name: file.name })}
            title={t("download", { name: file.name })}
            className={buttonLook("quiet", "signer", "size-11! px-0!")}
          >
            <Download aria-hidden className="size-5" />
          </a>
          <a
            href={`/verify/${file.uuid}`}
            aria-label={t("verify", { name: file.name })}
            title={t("verify", { name: file.name })}
            className={buttonLook("quiet", "signer", "size-11! px-0!")}
          >
            <ShieldCheck aria-hidden className="size-5" />
          </a>
        </li>
      ))}
    </ul>
  );
}
