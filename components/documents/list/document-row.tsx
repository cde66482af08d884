"use client";

import { Check, Clock, Ellipsis, X, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { pillOf } from "@/components/documents/pill-of";
import { ButtonLink } from "@/components/ui/button";
import { LazyMenu, lazyPart } from "@/components/ui/lazy-menu";
import { SignerMark } from "@/components/ui/signer-mark";
import { StatusPill } from "@/components/ui/status-pill";
import { Time } from "@/components/ui/time";
import { isolate } from "@/lib/platform/locale/format";
import type { DashboardRow, DashboardSigner } from "@/lib/views/schema";

/**
 * One document of the list: name, signers, state and next action. A client component, so that the page carries each row only once, as data. No prefetching:
 * twenty rows would request forty pages that nobody may open.
 */
export function DocumentRow({ row }: { row: DashboardRow }) {
  const t = useTranslations("documents.list");
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-3 px-4 py-4 sm:px-5 lg:grid-cols-[minmax(0,1fr)_11rem_8rem_9rem_12rem]">
      <div className="col-span-2 min-w-0 lg:col-span-1">
        <Link
          href={`/documents/${row.uuid}`}
          prefetch={false}
          className="block truncate font-medium hover:text-primary hover:underline"
        >
          <bdi>{row.name}</bdi>
        </Link>
        <p className="truncate text-caption text-muted">{people(row)}</p>
      </div>
      <SignerMarks signers={row.signers} />
      <div className="justify-self-end lg:justify-self-start">
        <StatusPill status={pillOf(row.status, row.signLink !== null)} />
      </div>
      <p className="text-caption text-muted">
        <span className="sr-only">{t("updated")} </span>
        <Time at={row.updatedAt} />
        {row.isDueSoon && row.deadline !== null && <Deadline at={row.deadline} />}
      </p>
      <div className="flex items-center gap-1 justify-self-end">
        <NextAction row={row} />
        <RowActionsButton row={row} />
      </div>
    </li>
  );

  function people({ isMine, requesterName, signers }: DashboardRow): string {
    if (!isMine) return t("from", { name: isolate(requesterName) });
    return signers.length === 0
      ? t("toNobody")
      : t("to", { names: signers.map((signer) => isolate(signer.name)).join(", ") });
  }
}

/** The deadline of a document that expires soon. */
function Deadline({ at }: { at: string }) {
  const t = useTranslations("documents.list");
  return (
    <span className="flex items-center gap-1 font-medium text-warning">
      <Clock aria-hidden className="size-3.5 shrink-0" />
      <span>{t.rich("deadline", { time: () => <Time at={at} dayOnly /> })}</span>
    </span>
  );
}

function NextAction({ row }: { row: DashboardRow }) {
  const t = useTranslations("documents.list");
  const { href, action } = nextAction(row);
  return (
    <ButtonLink href={href} prefetch={false} variant={action === "sign" ? "primary" : "secondary"}>
      {t(`action.${action}`)}
      <span className="sr-only">
        {" "}
        <bdi>{row.name}</bdi>
      </span>
    </ButtonLink>
  );
}

function nextAction({ uuid, status, signLink, signers }: DashboardRow): {
  href: string;
  action: "sign" | "continue" | "open";
} {
  if (signLink) return { href: `/sign/${signLink}`, action: "sign" };
  if (status === "draft")
    return { href: `/documents/${uuid}/${signers.length === 0 ? "signers" : "edit"}`, action: "continue" };
  return { href: `/documents/${uuid}`, action: "open" };
}

const menu = lazyPart(() => import("./row-menu").then((module) => module.RowMenu));

/** A menu with further actions on a document of the list. */
function RowActionsButton({ row }: { row: DashboardRow }) {
  const t = useTranslations("documents.list");
  const trigger = (
    <button
      type="button"
      aria-label={t("moreActions", { name: row.name })}
      className="inline-flex size-9 items-center justify-center rounded-control text-muted hover:bg-primary-tint hover:text-on-primary-tint pointer-coarse:size-11"
    >
      <Ellipsis aria-hidden className="size-4" />
    </button>
  );
  return <LazyMenu trigger={trigger} menu={menu} menuProps={{ row }} />;
}

const shownAtMost = 5;

const signs: Partial<Record<DashboardSigner["status"], { icon: LucideIcon; look: string }>> = {
  pending: { icon: Clock, look: "bg-info text-surface" },
  signed: { icon: Check, look: "bg-success text-surface" },
  declined: { icon: X, look: "bg-danger text-surface" },
  cancelled: { icon: X, look: "bg-danger text-surface" },
  expired: { icon: X, look: "bg-warning text-surface" },
};

/** The signers of a document as numbered badges with their states. */
function SignerMarks({ signers }: { signers: readonly DashboardSigner[] }) {
  const t = useTranslations("documents.list");
  const status = useTranslations("documents.signerStatus");
  if (signers.length === 0) return <span />;
  // One more badge takes no more room than "+1".
  const shown = signers.length === shownAtMost + 1 ? signers : signers.slice(0, shownAtMost);
  const hidden = signers.length - shown.length;
  return (
    <ul aria-label={t("signers")} className="flex flex-wrap items-center gap-x-1.5 gap-y-2">
      {shown.map((signer, index) => (
        <li
          key={index}
          title={t("signer", { name: signer.name, status: status(signer.status) })}
          className="relative inline-flex"
        >
          <SignerMark number={index + 1} />
          <Sign status={signer.status} />
          <span className="sr-only">{t("signer", { name: signer.name, status: status(signer.status) })}</span>
        </li>
      ))}
      {hidden > 0 && <li className="text-caption text-muted">{t("more", { count: hidden })}</li>}
    </ul>
  );
}

function Sign({ status }: { status: DashboardSigner["status"] }) {
  const sign = signs[status];
  if (!sign) return null;
  const Icon = sign.icon;
  return (
    <span
      aria-hidden
      className={`absolute -end-1 -bottom-1 inline-flex size-3.5 items-center justify-center rounded-pill ring-2 ring-surface ${sign.look}`}
    >
      <Icon className="size-2.5" strokeWidth={3} />
    </span>
  );
}
