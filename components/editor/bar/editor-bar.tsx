"use client";

import {
  ArrowLeft,
  ChevronDown,
  ChevronUp,
  CircleCheck,
  CloudOff,
  Keyboard,
  LoaderCircle,
  Redo2,
  Undo2,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { RequestSteps } from "@/components/documents/request-steps";
import type { Saving } from "@/components/editor/saving/use-saving";
import { useEditor } from "@/components/editor/state/editor-context";
import type { LayoutState } from "@/components/editor/state/layout-state";
import type { PageBox, Zoom } from "@/components/pages/page-source";
import { ZoomControl } from "@/components/pages/zoom-control";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { useTimeFormat } from "@/components/ui/time";

export interface EditorLinks {
  back: string;
  backLabel: string;
  next: string;
  nextLabel: string;
  /** The document whose earlier steps are shown; null for a template, which has none. */
  stepsOf: string | null;
}

interface EditorBarProps {
  links: EditorLinks;
  name: string;
  pages: readonly PageBox[];
  saving: Saving;
  history: { undo: () => void; redo: () => void };
  zooming: { zoom: Zoom; setZoom: (zoom: Zoom) => void; stepZoom: (by: 1 | -1) => void };
  onPage: (page: number) => void;
  onHelp: () => void;
}

/** The bar above the pages, and the links out of the editor, which save before they leave. */
export function EditorBar({ links, name, pages, saving, history, zooming, onPage, onHelp }: EditorBarProps) {
  const { layout, visiblePage, isLocked, signers } = useEditor();
  const { isLeaving, leaveTo } = useLeaving(saving);
  return (
    <TopBar
      name={name}
      saveStatus={isLocked && saving.state.kind !== "closed" ? null : <SaveStatus saving={saving} />}
      tools={
        <>
          {!isLocked && <HistoryButtons layout={layout} onUndo={history.undo} onRedo={history.redo} />}
          <PagePicker page={visiblePage} total={pages.length} onPage={onPage} />
          <ZoomControl zoom={zooming.zoom} onZoom={zooming.setZoom} onStep={zooming.stepZoom} />
        </>
      }
      onBack={() => void leaveTo(links.back)}
      onHelp={onHelp}
      onReview={isLocked || signers.length === 0 ? null : () => void leaveTo(links.next)}
      labels={links}
      steps={
        links.stepsOf && (
          <RequestSteps
            uuid={links.stepsOf}
            current="fields"
            onLeave={(href) => void leaveTo(href)}
            isCompact
            className="max-lg:hidden"
          />
        )
      }
      isLeaving={isLeaving}
    />
  );
}

/** Goes to another page once everything is saved, and stays if something cannot be saved. */
function useLeaving({ state, flush }: Saving): { isLeaving: boolean; leaveTo: (href: string) => Promise<void> } {
  const router = useRouter();
  const [isLeaving, setLeaving] = useState(false);
  async function leaveTo(href: string): Promise<void> {
    setLeaving(true);
    if ((await flush()) || state.kind === "closed") router.push(href);
    else setLeaving(false);
  }
  return { isLeaving, leaveTo };
}

interface HistoryButtonsProps {
  layout: LayoutState;
  onUndo: () => void;
  onRedo: () => void;
}

function HistoryButtons({ layout, onUndo, onRedo }: HistoryButtonsProps) {
  const t = useTranslations("editor");
  const [past, future] = [layout.past.at(-1), layout.future.at(-1)];
  return (
    <div className="flex items-center">
      <IconButton
        label={past ? t("history.undo", { action: t(`actions.${past.action}`) }) : t("history.nothingToUndo")}
        icon={<Undo2 />}
        aria-disabled={!past || undefined}
        onClick={onUndo}
      />
      <IconButton
        label={future ? t("history.redo", { action: t(`actions.${future.action}`) }) : t("history.nothingToRedo")}
        icon={<Redo2 />}
        aria-disabled={!future || undefined}
        onClick={onRedo}
      />
    </div>
  );
}

/** "Saved 14:02", "Saving…", "Not saved – retrying". Only a failure is announced, by its notice. */
function SaveStatus({ saving: { state, retry } }: { saving: Saving }) {
  const [t, times] = [useTranslations("editor.save"), useTimeFormat()];
  const look = "flex items-center gap-1.5 text-caption whitespace-nowrap text-muted [&_svg]:size-3.5 [&_svg]:shrink-0";
  switch (state.kind) {
    case "saving":
      return (
        <p role="status" aria-live="off" className={look}>
          <LoaderCircle aria-hidden className="motion-safe:animate-spin" />
          {t("saving")}
        </p>
      );
    case "saved":
      return (
        <p role="status" aria-live="off" className={look}>
          <CircleCheck aria-hidden />
          {state.at === null ? t("saved") : t("savedAt", { time: times.clock(state.at) })}
        </p>
      );
    case "unsaved":
      return (
        <p role="status" className={look}>
          {t("unsaved")}
        </p>
      );
    case "closed":
    case "conflict":
      return (
        <p role="status" className={look}>
          <CloudOff aria-hidden />
          {t("failed")}
        </p>
      );
    case "failed":
      return (
        <p role="status" className={`${look} text-danger`}>
          <CloudOff aria-hidden />
          {state.isRetrying ? t("retrying") : t("failed")}
          <Button variant="quiet" className="h-6! px-2! text-caption" onClick={retry}>
            {t("retry")}
          </Button>
        </p>
      );
  }
}

interface TopBarProps {
  name: string;
  saveStatus: ReactNode;
  /** Undo, pages, zoom. */
  tools: ReactNode;
  onBack: () => void;
  onHelp: () => void;
  /** Null if there is nothing to send. */
  onReview: (() => void) | null;
  steps: ReactNode;
  isLeaving: boolean;
  labels: Pick<EditorLinks, "backLabel" | "nextLabel">;
}

function TopBar({ name, saveStatus, tools, onBack, onHelp, onReview, steps, isLeaving, labels }: TopBarProps) {
  const t = useTranslations("editor");
  return (
    <div
      role="region"
      data-covers
      aria-label={t("regions.bar")}
      className="sticky top-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-hairline bg-surface px-3 py-2 short:flex-nowrap short:gap-x-2 short:py-1 lg:static lg:flex-nowrap"
    >
      <div className="flex min-w-0 flex-1 items-center gap-2">
        <IconButton label={labels.backLabel} icon={<ArrowLeft />} onClick={onBack} />
        <div className="min-w-0">
          <h1 className="truncate text-ui font-semibold" title={name}>
            <bdi>{name}</bdi>
          </h1>
          {saveStatus}
        </div>
      </div>
      {steps}
      <div className="flex items-center gap-1 sm:gap-3 short:order-none! short:w-auto! max-lg:order-last max-lg:w-full max-lg:justify-between">
        {tools}
        <IconButton className="max-lg:hidden" label={t("keyboard.button")} icon={<Keyboard />} onClick={onHelp} />
      </div>
      {onReview && (
        <Button variant="primary" busy={isLeaving} onClick={onReview}>
          {labels.nextLabel}
        </Button>
      )}
    </div>
  );
}

interface PagePickerProps {
  page: number;
  total: number;
  onPage: (page: number) => void;
}

/** Shows the current page and goes to another, by number or one by one. */
function PagePicker({ page, total, onPage }: PagePickerProps) {
  const t = useTranslations("editor.page");
  const [draft, setDraft] = useState<string | null>(null);
  function go(): void {
    if (draft === null) return;
    setDraft(null);
    const wanted = Math.round(Number(draft));
    if (draft.trim() !== "" && Number.isFinite(wanted)) onPage(Math.min(total, Math.max(1, wanted)));
  }
  return (
    <div className="flex min-w-0 items-center gap-1 text-ui">
      <IconButton
        className="short:hidden max-sm:hidden"
        label={t("previous")}
        icon={<ChevronUp />}
        aria-disabled={page <= 1 || undefined}
        onClick={() => {
          if (page > 1) onPage(page - 1);
        }}
      />
      <input
        aria-label={t("label")}
        inputMode="numeric"
        autoComplete="off"
        value={draft ?? String(page)}
        className="h-8 w-11 max-sm:w-10 rounded-control border border-control bg-surface px-1 text-center tabular-nums max-sm:text-reading"
        onFocus={(event) => event.target.select()}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={go}
        onKeyDown={(event) => {
          if (event.key === "Enter") go();
          if (event.key === "Escape") setDraft(null);
        }}
      />
      <span className="truncate text-muted">{t("of", { total })}</span>
      <IconButton
        className="short:hidden max-sm:hidden"
        label={t("next")}
        icon={<ChevronDown />}
        aria-disabled={page >= total || undefined}
        onClick={() => {
          if (page < total) onPage(page + 1);
        }}
      />
    </div>
  );
}
