"use client";

import { Clock, ExternalLink, Hourglass, Link2Off } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { SenderMessage } from "@/components/signing/link/about-document";
import { PageHeading } from "@/components/signing/link/page-heading";
import { StateCard } from "@/components/signing/link/state-card";
import { buttonLook } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import { isolate } from "@/lib/platform/locale/format";
import type { PublicLinkWire } from "@/lib/requests/direct-links/schema";
import { VisitForm } from "./visit-form";

interface VisitPageProps {
  token: string;
  link: PublicLinkWire;
  /** The browser reported that the page is in a frame of another site. */
  isFramed: boolean;
}

/** The page of a direct link for a visitor: the document, its sender, and the form to start their own document. */
export function VisitPage({ token, link, isFramed }: VisitPageProps) {
  const t = useTranslations("links.visit");
  const isInFrame = useIsInFrame(isFramed);
  if (link.opensAt) return <VisitState state="full" opensAt={link.opensAt} />;
  const { documentName, sender, pages, role, message, hasPreview } = link;
  return (
    <div className="mx-auto max-w-160">
      <section className="rounded-card border border-hairline bg-surface p-5 sm:mt-6 sm:p-8">
        <div className="flex items-start gap-4 sm:gap-6">
          {hasPreview && (
            <img
              src={`/api/v1/direct-links/${token}/image?width=320&format=webp`}
              alt={t("preview")}
              width={96}
              decoding="async"
              className="w-20 shrink-0 border border-hairline bg-paper shadow-card sm:w-28"
            />
          )}
          <div className="min-w-0 flex-1">
            <PageHeading>{t("heading", { does: role.does, document: isolate(documentName) })}</PageHeading>
            <p className="mt-2 text-ui wrap-anywhere text-muted">
              {sender.name === sender.email
                ? t("fromAddress", { email: sender.email })
                : t("from", { name: isolate(sender.name), email: sender.email })}
            </p>
            <p className="text-ui text-muted">{t("pages", { count: pages })}</p>
          </div>
        </div>
        <SenderMessage sender={sender.name} text={message?.trim() || null} className="mt-5" />
        <div className="mt-5 border-t border-hairline pt-5">
          <p className="text-reading">{t("how", { does: role.does })}</p>
          {isInFrame ? <NewTab token={token} /> : <VisitForm token={token} link={link} />}
        </div>
      </section>
    </div>
  );
}

/** A frame has no inputs, because the surrounding site could cover them. */
function NewTab({ token }: { token: string }) {
  const t = useTranslations("links.visit");
  const host = useSyncExternalStore(
    () => () => undefined,
    () => window.location.host,
    () => "",
  );
  return (
    <div className="mt-5 flex flex-col gap-2">
      <a href={`/l/${token}`} target="_blank" rel="noopener" className={buttonLook("primary", "signer", "w-full")}>
        {t("embedded")}
        <ExternalLink aria-hidden className="size-4" />
      </a>
      <p className="text-caption text-muted">{t("embeddedHint", { host })}</p>
    </div>
  );
}

/** Also detects frames in browsers that do not send the destination of a request. */
function useIsInFrame(isFramed: boolean): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => isFramed || window.self !== window.top,
    () => isFramed,
  );
}

const icons = { missing: Link2Off, closed: Hourglass, busy: Clock, full: Clock };

/** A link that accepts no visitors now. `opensAt` belongs to `full`. */
export function VisitState({ state, opensAt }: { state: keyof typeof icons; opensAt?: string | null }) {
  const t = useTranslations("links.visit");
  return (
    <StateCard icon={icons[state]} tone={state === "full" ? "plain" : "warning"} heading={t(`${state}.heading`)}>
      <p>{state === "full" ? t.rich("full.body", { time: () => <Time at={opensAt ?? ""} /> }) : t(`${state}.body`)}</p>
    </StateCard>
  );
}
