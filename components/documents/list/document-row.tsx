"use client";

import { Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { ButtonLink } from "@/components/ui/button-link";
import { StatusPill } from "@/components/ui/status-pill";
import { Time } from "@/components/ui/time";
import type { DashboardRow } from "@/lib/file-views/schema";
import { isolate } from "@/lib/locale/isolate";
import { pillOf } from "../pill-of";
import { RowActs } from "./row-acts";
import { SignerMarks } from "./signer-marks";

/**
 * One document of the list: what it is called, who signs, how it stands, what to do next. Rendered by the browser's code, so that a page
 * carries each row once, as data. Nothing is fetched ahead: twenty rows would ask for forty pages that nobody may open.
 */
export function DocumentRow({ row }: { row: DashboardRow }) {
  const words = useTranslations("documents.list");
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
        <span className="sr-only">{words("updated")} </span>
        <Time at={row.updatedAt} />
        {row.isDueSoon && row.deadline !== null && <Deadline at={row.deadline} />}
      </p>
      <div className="flex items-center gap-1 justify-self-end">
        <NextAct row={row} />
        <RowActs row={row} />
      </div>
    </li>
  );

  function people({ isMine, requesterName, signers }: DashboardRow): string {
    if (!isMine) return words("from", { name: isolate(requesterName) });
    return signers.length === 0
      ? words("toNobody")
      : words("to", { names: signers.map((signer) => isolate(signer.name)).join(", ") });
  }
}

/** Of a document that is about to run out of time. */
function Deadline({ at }: { at: string }) {
  const words = useTranslations("documents.list");
  return (
    <span className="flex items-center gap-1 font-medium text-warning">
      <Clock aria-hidden className="size-3.5 shrink-0" />
      <span>{words.rich("deadline", { time: () => <Time at={at} dayOnly /> })}</span>
    </span>
  );
}

function NextAct({ row }: { row: DashboardRow }) {
  const words = useTranslations("documents.list");
  const { href, act } = nextAct(row);
  return (
    <ButtonLink href={href} prefetch={false} variant={act === "sign" ? "primary" : "secondary"}>
      {words(`act.${act}`)}
      <span className="sr-only">
        {" "}
        <bdi>{row.name}</bdi>
      </span>
    </ButtonLink>
  );
}

function nextAct({ uuid, status, signLink, signers }: DashboardRow): {
  href: string;
  act: "sign" | "continue" | "open";
} {
  if (signLink) return { href: `/sign/${signLink}`, act: "sign" };
  if (status === "draft")
    return { href: `/documents/${uuid}/${signers.length === 0 ? "signers" : "edit"}`, act: "continue" };
  return { href: `/documents/${uuid}`, act: "open" };
}
