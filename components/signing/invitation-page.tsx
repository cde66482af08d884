"use client";

import { Paperclip } from "lucide-react";
import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { useCallback, type ReactNode } from "react";
import { DocumentPages } from "@/components/pages/document-pages";
import type { PageBox } from "@/components/pages/page-source";
import { FieldOutline } from "@/components/signing/fields/field-look";
import { usePageFiles } from "@/components/signing/files/page-files";
import { AccountForm, LogInForm } from "@/components/signing/identify/account-forms";
import { SenderMessage } from "@/components/signing/link/about-document";
import { useOtherTabs, useViewed } from "@/components/signing/link/link-session";
import { PageHeading } from "@/components/signing/link/page-heading";
import { SenderLine } from "@/components/signing/link/state-card";
import { Time } from "@/components/ui/time";
import { isolate } from "@/lib/platform/locale/format";
import type { LinkPage } from "@/lib/signing/schema";

/** Loaded on demand, because few signers identify by a code. */
const IdentifyForm = dynamic(() =>
  import("@/components/signing/identify/identify-step").then((module) => module.IdentifyForm),
);

/** The requested files, so that the signer can have them ready before starting. */
function AskedFiles({ page: { document, signer } }: { page: Extract<LinkPage, { state: "ready" }> }) {
  const t = useTranslations("attachments.upload");
  if (signer.attachmentRequests.length === 0) return null;
  return (
    <p className="mt-4 flex gap-2 text-ui wrap-anywhere">
      <Paperclip aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <span>
        {t("ready", {
          sender: isolate(document.sender.name),
          role: document.role,
          labels: signer.attachmentRequests.map(({ label }) => isolate(label)).join(", "),
        })}
      </span>
    </p>
  );
}

/** Requester and request beside the document, with the form to create an account or log in. */
export function InvitationPage({
  page,
  u,
  findings,
}: {
  page: Extract<LinkPage, { state: "ready" }>;
  u: string;
  findings: ReactNode;
}) {
  const t = useTranslations("signing");
  const { document, signer, fields, accountExists, identification } = page;
  const files = usePageFiles(document);
  useViewed(u);
  useOtherTabs(u);
  const renderLayer = useCallback(
    (on: PageBox, scale: number) =>
      fields
        .filter((field) => field.page === on.page)
        .map((field) => <FieldOutline key={field.id} field={field} scale={scale} />),
    [fields],
  );
  return (
    <div
      data-full-width
      data-wide
      className="mx-auto grid max-w-360 gap-6 px-4 py-6 sm:px-6 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-8 lg:py-8"
    >
      <div className="flex flex-col gap-6 self-start lg:sticky lg:top-8 lg:col-start-2 lg:row-start-1">
        <header>
          <PageHeading>
            {t.rich("invite.heading", {
              role: document.role,
              sender: isolate(document.sender.name),
              name: () => <bdi className="text-primary">{document.name}</bdi>,
            })}
          </PageHeading>
          <p className="mt-2 text-ui wrap-anywhere text-muted">
            {t("document.sender")} <SenderLine sender={document.sender} /> ·{" "}
            {files.length > 0 && (
              <>
                <span className="inline-block">{t("files.count", { count: files.length })}</span> ·{" "}
              </>
            )}
            <span className="inline-block">{t("document.pages", { count: document.pages.length })}</span>
            {document.expiresAt && (
              <>
                {" "}
                ·{" "}
                <span className="inline-block">
                  {t.rich("document.deadline", {
                    role: document.role,
                    at: () => <Time at={document.expiresAt ?? ""} />,
                  })}
                </span>
              </>
            )}
          </p>
          <SenderMessage sender={document.sender.name} text={signer.note} className="mt-4" />
          <AskedFiles page={page} />
        </header>
        <section className="rounded-card border border-hairline bg-surface p-5 sm:p-6">
          {identification ? (
            <IdentifyForm page={page} identification={identification} u={u} />
          ) : accountExists ? (
            <LogInForm email={signer.email} />
          ) : (
            <AccountForm u={u} signer={signer} />
          )}
        </section>
      </div>
      <section aria-label={t("document.label")} className="min-w-0 lg:col-start-1 lg:row-start-1">
        {findings}
        <DocumentPages
          source={{ kind: "link", u }}
          pages={document.pages}
          title={document.name}
          files={files}
          zoom="fit"
          renderLayer={renderLayer}
        />
      </section>
    </div>
  );
}
