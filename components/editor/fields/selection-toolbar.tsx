"use client";

import { Asterisk, BookCopy, ClipboardCopy, Copy, CopyPlus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState, type FormEvent } from "react";
import { useEditor } from "@/components/editor/state/editor-context";
import type { EditorField } from "@/components/editor/state/editor-field";
import type { PageBox } from "@/components/pages/page-source";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { TextInput } from "@/components/ui/inputs";
import { SignerMark } from "@/components/ui/signer-mark";

/** CSS pixels: height of the toolbar with its distance to the selection, and its maximum width. */
const heightPx = 46;
const widthPx = 374;

/** The usual actions, beside the selection. On a narrow window the details at the bottom have them. */
export function SelectionToolbar({ page, scale }: { page: PageBox; scale: number }) {
  const t = useTranslations("editor");
  const { selected, fieldActions, isLocked, isSignedUpload, layout } = useEditor();
  const [isRepeating, setRepeating] = useState(false);
  const lead = selected.at(-1);
  if (!lead || lead.page !== page.page || isLocked) return null;
  const { key } = lead;
  const isRequired = selected.every(({ required }) => required);
  return (
    <div
      role="toolbar"
      aria-label={t("selection.label")}
      data-selection-toolbar
      // A press here neither draws a frame nor leaves the field.
      onPointerDown={(event) => event.stopPropagation()}
      className="absolute z-30 flex items-center gap-0.5 rounded-control border border-hairline bg-raised p-0.5 shadow-popover max-lg:hidden [:has(>.react-draggable-dragging)>&]:hidden"
      style={placeOf(selected, page, scale)}
    >
      <SignerChoice />
      <IconButton
        label={t("inspector.required")}
        icon={<Asterisk />}
        aria-pressed={isRequired}
        className="aria-pressed:bg-primary-tint aria-pressed:text-on-primary-tint"
        onClick={() =>
          fieldActions.run({
            kind: "change",
            keys: selected.map((field) => field.key),
            change: { required: !isRequired },
          })
        }
      />
      <IconButton
        label={t("inspector.duplicate")}
        icon={<CopyPlus />}
        disabled={isSignedUpload}
        onClick={() => fieldActions.duplicate(key)}
      />
      <IconButton
        label={t("inspector.copy")}
        icon={<ClipboardCopy />}
        disabled={isSignedUpload}
        onClick={() => fieldActions.copy(key)}
      />
      <IconButton
        label={t("inspector.repeat")}
        icon={<Copy />}
        disabled={isSignedUpload || layout.pages.length < 2}
        onClick={() => setRepeating(true)}
      />
      {isInitials(selected) && (
        <IconButton
          label={t("inspector.everyPage")}
          icon={<BookCopy />}
          disabled={isSignedUpload || layout.pages.length < 2}
          onClick={() => fieldActions.repeat(key, everyPage(layout.pages))}
        />
      )}
      <IconButton label={t("inspector.delete")} icon={<Trash2 />} onClick={() => fieldActions.remove(key)} />
      <RepeatDialog
        open={isRepeating}
        onOpenChange={setRepeating}
        onRepeat={(pages) => fieldActions.repeat(key, pages)}
      />
    </div>
  );
}

/** Above the selection, or below it at the top of the page; always on the page. */
function placeOf(selected: readonly EditorField[], page: PageBox, scale: number) {
  const here = selected.filter((field) => field.page === page.page).map(({ box }) => box);
  const left = Math.min(...here.map(({ leftPt }) => leftPt)) * scale;
  const top = Math.min(...here.map(({ topPt }) => topPt)) * scale;
  const bottom = Math.max(...here.map(({ topPt, heightPt }) => topPt + heightPt)) * scale;
  return {
    left: Math.max(0, Math.min(left, page.width * scale - widthPx)),
    top: top > heightPx ? top - heightPx : bottom + 10,
  };
}

/** Gives the selected fields to another signer. */
function SignerChoice() {
  const t = useTranslations("editor");
  const { signers, selected, fieldActions } = useEditor();
  const owners = new Set(selected.map(({ signRequestId }) => signRequestId));
  const owner = owners.size === 1 ? signers.find(({ signRequestId }) => owners.has(signRequestId)) : undefined;
  if (signers.length < 2) return null;
  return (
    <label className="relative flex h-8 max-w-40 items-center gap-1.5 rounded-control ps-1.5 has-focus-visible:outline-2 has-focus-visible:outline-primary hover:bg-canvas">
      {owner && <SignerMark number={owner.number} />}
      <select
        aria-label={t("selection.signer")}
        value={owner ? String(owner.signRequestId) : ""}
        onChange={({ target: { value } }) =>
          fieldActions.run({
            kind: "change",
            keys: selected.map(({ key }) => key),
            change: { signRequestId: Number(value) },
          })
        }
        className="min-w-0 flex-1 truncate rounded-control bg-transparent py-1 text-ui outline-none"
      >
        {!owner && (
          <option value="" disabled>
            {t("inspector.differentSigners")}
          </option>
        )}
        {signers.map(({ signRequestId, name }) => (
          <option key={signRequestId} value={signRequestId} lang="">
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

const kinds = ["all", "odd", "even", "range"] as const satisfies readonly PageChoice["kind"][];

interface RepeatDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRepeat: (pages: readonly number[]) => void;
}

/** Asks on which pages to repeat the selected fields. */
export function RepeatDialog({ open, onOpenChange, onRepeat }: RepeatDialogProps) {
  const t = useTranslations("editor.repeat");
  const { selected, layout } = useEditor();
  const form = useId();
  const [kind, setKind] = useState<PageChoice["kind"]>("all");
  const [text, setText] = useState("");
  const [hasTried, setTried] = useState(false);
  const total = layout.pages.length;
  const pages = pagesOfChoice(kind === "range" ? { kind, text } : { kind }, total);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (!pages) return;
    onOpenChange(false);
    onRepeat(pages);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("title", { count: selected.length })}
      description={t("description")}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t("cancel")}</Button>
          <Button variant="primary" type="submit" form={form}>
            {pages ? t("repeat", { count: pages.length }) : t("repeatUnknown")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <fieldset>
          <legend className="mb-1 text-ui font-semibold">{t("pages")}</legend>
          {kinds.map((one) => (
            <label key={one} className="flex min-h-11 items-center gap-2.5 text-body">
              <input
                type="radio"
                name={`${form}-kind`}
                value={one}
                checked={kind === one}
                onChange={() => setKind(one)}
                className="size-5 tick-look"
              />
              {t(`kinds.${one}`, { total })}
            </label>
          ))}
        </fieldset>
        {kind === "range" && (
          <TextInput
            label={t("range")}
            hint={t("rangeHint", { total })}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
            error={hasTried && !pages ? t("rangeError", { total }) : undefined}
          />
        )}
      </form>
    </Dialog>
  );
}

/** The pages to repeat a field on. */
type PageChoice = { kind: "all" | "odd" | "even" } | { kind: "range"; text: string };

/** The chosen pages from 1 to `total`, in order; null if a range is malformed or names a missing page. */
export function pagesOfChoice(choice: PageChoice, total: number): number[] | null {
  const all = Array.from({ length: total }, (_, index) => index + 1);
  switch (choice.kind) {
    case "all":
      return all;
    case "odd":
      return all.filter((page) => page % 2 === 1);
    case "even":
      return all.filter((page) => page % 2 === 0);
    case "range": {
      const spans = choice.text.split(/[,;]/).map((part) => readSpan(part.trim(), total));
      return spans.includes(null)
        ? null
        : all.filter((page) => spans.some((span) => span && page >= span.from && page <= span.to));
    }
  }
}

/** Reads "4" and "2-5", with any kind of dash. */
function readSpan(text: string, total: number): { from: number; to: number } | null {
  const [, first, second] = /^(\d{1,5})(?:\s*[-–—]\s*(\d{1,5}))?$/.exec(text) ?? [];
  if (first === undefined) return null;
  const [from, to] = [Number(first), Number(second ?? first)];
  return from >= 1 && from <= to && to <= total ? { from, to } : null;
}

/** Initials are usually wanted on every page: one press repeats them there. */
export function isInitials(fields: readonly Pick<EditorField, "type">[]): boolean {
  return fields.length > 0 && fields.every(({ type }) => type === "initial");
}

/** Numbers of all pages, from 1. */
export function everyPage(pages: readonly unknown[]): number[] {
  return pages.map((_, index) => index + 1);
}
