"use client";

import {
  CircleCheck,
  CircleOff,
  Ellipsis,
  Hourglass,
  Link2,
  Pencil,
  QrCode as QrIcon,
  RefreshCw,
  Trash2,
  TriangleAlert,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { ConfirmedCallDialog } from "@/components/documents/confirmed-action";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { Notice } from "@/components/ui/notice";
import { Pill, type PillLook } from "@/components/ui/pill";
import { QrCode } from "@/components/ui/qr-code";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import { isolate } from "@/lib/platform/locale/format";
import type { DirectLinkState, DirectLinkWire } from "@/lib/requests/direct-links/schema";
import type { TemplateWire } from "@/lib/requests/templates/schema";
import { DirectLinkDialog } from "./direct-link-dialog";

interface DirectLinksCardProps {
  template: Pick<TemplateWire, "id" | "roles" | "version">;
  links: readonly DirectLinkWire[];
  /** An account may publish links once its address is proved. */
  mayPublish: boolean;
}

type Open = { kind: "form"; link: DirectLinkWire | null } | { kind: "qr"; link: DirectLinkWire } | null;

/** The public links of a template: address, uses, limits and switch of each. */
export function DirectLinksCard({ template, links, mayPublish }: DirectLinksCardProps) {
  const t = useTranslations("links.own");
  const [open, setOpen] = useState<Open>(null);
  return (
    <Card
      title={t("title")}
      actions={
        mayPublish && (
          <Button icon={<Link2 aria-hidden className="size-4" />} onClick={() => setOpen({ kind: "form", link: null })}>
            {t("new")}
          </Button>
        )
      }
    >
      {!mayPublish && <Notice tone="info">{t("unproved")}</Notice>}
      {links.length === 0 ? (
        <EmptyState picture="people" isInCard title={t("emptyTitle")} body={t("lead")} />
      ) : (
        <ul className="-my-4 divide-y divide-hairline">
          {links.map((link) => (
            <LinkEntry key={link.id} link={link} onOpen={setOpen} />
          ))}
        </ul>
      )}
      {open?.kind === "form" && <DirectLinkDialog template={template} link={open.link} onClose={() => setOpen(null)} />}
      {open?.kind === "qr" && <QrDialog link={open.link} onClose={() => setOpen(null)} />}
    </Card>
  );
}

function LinkEntry({ link, onOpen }: { link: DirectLinkWire; onOpen: (open: Open) => void }) {
  const t = useTranslations("links.own");
  const path = `/templates/${link.templateId}/direct-links/${link.id}`;
  const name = isolate(link.name);
  return (
    <li className="flex flex-col gap-3 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 className="min-w-0 text-reading font-medium wrap-anywhere">
          <bdi>{link.name}</bdi>
        </h3>
        <LinkState state={link.state} />
        {link.state !== "ended" && link.state !== "used_up" && <LinkSwitch link={link} path={path} />}
      </div>
      {link.problem && <Notice tone="warning">{t(`problem.${link.problem}`, { role: isolate(link.role) })}</Notice>}
      <p dir="ltr" translate="no" className="rounded-control bg-canvas px-3 py-2 font-mono text-caption wrap-anywhere">
        {link.url}
      </p>
      <p className="flex flex-wrap gap-x-3 text-caption text-muted">
        <span className="wrap-anywhere">{t("role", { role: isolate(link.role) })}</span>
        <span>{t("uses", { uses: link.uses, most: link.maxUses ?? 0 })}</span>
        {link.lastUsedAt && <span>{t.rich("lastUse", { time: () => <Time at={link.lastUsedAt ?? ""} /> })}</span>}
        {link.endsAt && (
          <span>
            {t.rich(link.state === "ended" ? "ended" : "ends", { time: () => <Time at={link.endsAt ?? ""} /> })}
          </span>
        )}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <CopyButton text={link.url} label={t("copy")} name={t("copyName", { name })} />
        <Button
          icon={<QrIcon aria-hidden className="size-4" />}
          aria-label={t("qrName", { name })}
          onClick={() => onOpen({ kind: "qr", link })}
        >
          {t("qr")}
        </Button>
        <LinkMenu path={path} name={name} onEdit={() => onOpen({ kind: "form", link })} />
      </div>
    </li>
  );
}

interface LinkMenuProps {
  path: string;
  /** The link's name, isolated. */
  name: string;
  onEdit: () => void;
}

/** Rarely used actions of a link. Actions that disable an address ask for confirmation. */
function LinkMenu({ path, name, onEdit }: LinkMenuProps) {
  const t = useTranslations("links.own");
  const [confirming, setConfirming] = useState<"rotate" | "delete" | null>(null);
  return (
    <>
      <Menu trigger={<IconButton label={t("moreName", { name })} icon={<Ellipsis />} />}>
        <MenuItem icon={<Pencil />} onSelect={onEdit}>
          {t("edit")}
        </MenuItem>
        <MenuItem icon={<RefreshCw />} onSelect={() => setConfirming("rotate")}>
          {t("rotate")}
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger icon={<Trash2 />} onSelect={() => setConfirming("delete")}>
          {t("delete")}
        </MenuItem>
      </Menu>
      <ConfirmedCallDialog
        open={confirming === "rotate"}
        onOpenChange={() => setConfirming(null)}
        title={t("rotateTitle", { name })}
        body={t("rotateBody")}
        confirmLabel={t("rotateConfirm")}
        call={{ method: "POST", path: `${path}/rotate` }}
        done={t("rotated")}
      />
      <ConfirmedCallDialog
        open={confirming === "delete"}
        onOpenChange={() => setConfirming(null)}
        title={t("deleteTitle", { name })}
        body={t("deleteBody")}
        confirmLabel={t("deleteConfirm")}
        call={{ method: "DELETE", path }}
        done={t("deleted")}
      />
    </>
  );
}

function LinkSwitch({ link, path }: { link: DirectLinkWire; path: string }) {
  const t = useTranslations("links.own");
  const router = useRouter();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  async function turn() {
    setBusy(true);
    setProblem(null);
    try {
      await callApi("PATCH", path, { json: { isOn: !link.isOn } });
      toast(t(link.isOn ? "switchedOff" : "switchedOn"));
      router.refresh();
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <span className="ms-auto flex items-center gap-2">
      {problem && <ProblemNotice problem={problem} />}
      <button
        type="button"
        role="switch"
        aria-checked={link.isOn}
        aria-label={t("switch", { name: isolate(link.name) })}
        disabled={isBusy}
        onClick={() => void turn()}
        className="-me-1 inline-flex min-h-8 items-center rounded-pill px-1 pointer-coarse:min-h-11"
      >
        <span
          aria-hidden
          className={`inline-flex h-6 w-10 items-center rounded-pill border p-0.5 transition-colors ${
            link.isOn ? "justify-end border-transparent bg-primary" : "justify-start border-control bg-canvas"
          }`}
        >
          <span className={`size-4.5 rounded-pill ${link.isOn ? "bg-surface" : "bg-muted"}`} />
        </span>
      </button>
    </span>
  );
}

const looks: Record<DirectLinkState, PillLook> = {
  open: { icon: CircleCheck, tone: "success" },
  off: { icon: CircleOff, tone: "neutral" },
  ended: { icon: Hourglass, tone: "neutral" },
  used_up: { icon: Hourglass, tone: "neutral" },
  full_today: { icon: Hourglass, tone: "warning" },
  unsuitable: { icon: TriangleAlert, tone: "warning" },
};

function LinkState({ state }: { state: DirectLinkState }) {
  const t = useTranslations("links.own.state");
  return <Pill {...looks[state]}>{t(state)}</Pill>;
}

/** The link as a QR code to print or show. */
function QrDialog({ link, onClose }: { link: DirectLinkWire; onClose: () => void }) {
  const t = useTranslations("links.own");
  // The only good place for a line break.
  const tokenStart = link.url.lastIndexOf("/") + 1;
  return (
    <Dialog open onOpenChange={onClose} title={t("qrTitle", { name: isolate(link.name) })} description={t("qrBody")}>
      <div className="mx-auto flex size-64 items-center justify-center rounded-card border border-hairline bg-paper p-4">
        <QrCode text={link.url} label={t("qrLabel")} />
      </div>
      <p dir="ltr" translate="no" className="mt-4 text-center font-mono text-caption wrap-anywhere">
        {link.url.slice(0, tokenStart)}
        <wbr />
        {link.url.slice(tokenStart)}
      </p>
      <div className="mt-4 flex justify-center">
        <CopyButton text={link.url} label={t("copy")} />
      </div>
    </Dialog>
  );
}
