"use client";

import { Check, Clock, Ellipsis, X, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useRouter } from "next/navigation";
import type { MouseEvent } from "react";
import { pillOf } from "@/components/documents/document-states";
import { LazyMenu, lazyPart } from "@/components/ui/lazy-menu";
import { ButtonLink } from "@/components/ui/page-link";
import { PersonAvatar } from "@/components/ui/person-avatar";
import { StatusPill } from "@/components/ui/pill";
import { RelativeTime, Time } from "@/components/ui/time";
import { isolate } from "@/lib/platform/locale/format";
import type { DashboardRow, DashboardSigner } from "@/lib/views/schema";

/** The columns of a wide window, in the head and in each row. */
export const columnsLook = "lg:grid-cols-[1.25rem_minmax(0,1fr)_11rem_9rem_9rem_9rem_2.25rem]";

interface DocumentRowProps {
  row: DashboardRow;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}

/**
 * One document of the list: name, signers, state and next action. A client component, so that the page contains each
 * row only once, as data. No prefetching: twenty rows would request forty pages that may never be opened.
 */
export function DocumentRow({ row, isSelected, onSelect }: DocumentRowProps) {
  const t = useTranslations("documents.list");
  const envelopeTexts = useTranslations("documents.envelope");
  const router = useRouter();

  /** The whole row leads to the document; keyboards and screen readers have the link. */
  function open(event: MouseEvent<HTMLElement>) {
    const isControl = (event.target as Element).closest("a, button, input, label, [role=menu]") !== null;
    if (isControl || window.getSelection()?.isCollapsed === false) return;
    router.push(`/documents/${row.uuid}`);
  }

  return (
    <li
      data-selected={isSelected}
      onClick={open}
      className={`grid cursor-pointer grid-cols-[1.25rem_minmax(0,1fr)_auto_2.25rem] items-center gap-x-4 gap-y-2 px-4 py-3 transition-colors duration-120 hover:bg-canvas data-[selected=true]:bg-primary-tint sm:px-5 lg:py-3 ${columnsLook}`}
    >
      <label className="-m-2 inline-flex size-9 items-center justify-center pointer-coarse:size-11">
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={t("select", { name: row.name })}
          onChange={(event) => onSelect(event.target.checked)}
          className="size-5 tick-look"
        />
      </label>
      <div className="min-w-0 max-sm:col-span-2">
        <Link
          href={`/documents/${row.uuid}`}
          prefetch={false}
          className="block truncate font-medium hover:text-primary hover:underline"
        >
          <bdi>{row.name}</bdi>
        </Link>
        <p className="truncate text-caption text-muted">
          {row.filesCount !== undefined && <>{envelopeTexts("count", { count: row.filesCount })} · </>}
          {people(row)}
        </p>
      </div>
      <div className="max-lg:col-start-2 sm:max-lg:row-start-2">
        <SignerMarks signers={row.signers} />
      </div>
      <div className="justify-self-end max-sm:col-span-2 sm:max-lg:col-start-3 sm:max-lg:row-start-1 sm:max-lg:self-start lg:justify-self-start">
        <StatusPill status={pillOf(row.status, row.signLink !== null)} />
      </div>
      {/* In a row of two lines, both are at the end of the second, beside the signers. */}
      <div className="contents sm:max-lg:col-start-2 sm:max-lg:col-end-5 sm:max-lg:row-start-2 sm:max-lg:flex sm:max-lg:items-center sm:max-lg:gap-4 sm:max-lg:justify-self-end">
        <p className="text-caption text-muted max-sm:col-start-2">
          <span className="lg:sr-only">{t("created")} </span>
          <RelativeTime at={row.createdAt} />
          {row.isDueSoon && row.deadline !== null && <Deadline at={row.deadline} />}
        </p>
        <div className="justify-self-end empty:hidden max-sm:col-span-2 lg:empty:block">
          <NextAction row={row} />
        </div>
      </div>
      <div className="-me-2 justify-self-end max-lg:col-start-4 max-lg:row-start-1 sm:max-lg:self-start">
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

/** The next step, if there is one besides opening the document, which a press on the row does. */
function NextAction({ row }: { row: DashboardRow }) {
  const t = useTranslations("documents.list");
  const next = nextAction(row);
  if (!next) return null;
  return (
    <ButtonLink href={next.href} prefetch={false} variant={next.action === "sign" ? "primary" : "secondary"}>
      {t(`action.${next.action}`)}
      <span className="sr-only">
        {" "}
        <bdi>{row.name}</bdi>
      </span>
    </ButtonLink>
  );
}

function nextAction({ uuid, status, signLink, signers }: DashboardRow): {
  href: string;
  action: "sign" | "continue";
} | null {
  if (signLink) return { href: `/sign/${signLink}`, action: "sign" };
  if (status !== "draft") return null;
  return { href: `/documents/${uuid}/${signers.length === 0 ? "signers" : "edit"}`, action: "continue" };
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
  approved: { icon: Check, look: "bg-success text-surface" },
  viewed: { icon: Check, look: "bg-success text-surface" },
  declined: { icon: X, look: "bg-danger text-surface" },
  cancelled: { icon: X, look: "bg-danger text-surface" },
  expired: { icon: X, look: "bg-warning text-surface" },
};

/** The signers of a document as initials with their states. */
function SignerMarks({ signers }: { signers: readonly DashboardSigner[] }) {
  const t = useTranslations("documents.list");
  const status = useTranslations("documents.signerStatus");
  if (signers.length === 0) return <span />;
  // One more avatar takes no more space than "+1".
  const shown = signers.length === shownAtMost + 1 ? signers : signers.slice(0, shownAtMost);
  const hidden = signers.length - shown.length;
  return (
    <ul aria-label={t("signers")} className="flex flex-wrap items-center gap-x-1 gap-y-2">
      {shown.map((signer, index) => (
        <li
          key={index}
          title={t("signer", { name: signer.name, status: status(signer.status) })}
          className="relative inline-flex"
        >
          <PersonAvatar name={signer.name} size={28} />
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
