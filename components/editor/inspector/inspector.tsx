"use client";

import { clsx } from "clsx";
import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceAround,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceAround,
  ChevronDown,
  ClipboardCopy,
  Copy,
  CopyPlus,
  MoveHorizontal,
  MoveVertical,
  Scaling,
  Trash2,
  X,
  type LucideIcon,
} from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState, type KeyboardEvent, type Ref } from "react";
import { nameOf } from "@/components/editor/boxes/use-action-text";
import { dockLook, useEditor } from "@/components/editor/editor-context";
import { toolTypes, type EditorElement, type ElementType } from "@/components/editor/editor-element";
import { fewestFor, type Arrangement } from "@/components/editor/layout/arrange";
import { RepeatDialog } from "@/components/editor/repeat/repeat-dialog";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import { TextInput } from "@/components/ui/text-input";
import { roundPt, smallestSidePt } from "@/lib/platform/geometry/fit-box";
import { formatDecimal } from "@/lib/platform/locale/format-number";
import { OverlapOf } from "./overlap-text";

/** Properties of the selection: in a side panel, or on a phone in a sheet at the bottom, opened on demand. */
export function Inspector({ ref }: { ref: Ref<HTMLElement> }) {
  const t = useTranslations("editor");
  const { selected } = useEditor();
  const [isOpen, setOpen] = useState(false);
  const [first] = selected;
  return (
    <aside
      ref={ref}
      data-covers
      aria-label={t("regions.inspector")}
      tabIndex={-1}
      className={clsx(dockLook, "lg:border-s", !first && "max-lg:hidden")}
    >
      {first ? (
        <div className="flex flex-col gap-3 short:flex-row short:flex-wrap short:items-center lg:gap-4">
          <Head isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
          {selected.length === 1 && <OverlapOf elementKey={first.key} />}
          <SelectionButtons />
          <div className={clsx("short:w-full", !isOpen && "max-lg:hidden")}>
            {selected.length === 1 ? (
              <FieldDetails key={first.key} element={first} />
            ) : (
              <GroupDetails elements={selected} />
            )}
          </div>
        </div>
      ) : (
        <>
          <h2 className="text-ui font-semibold">{t("inspector.title")}</h2>
          <p className="mt-2 text-ui">{t("inspector.none")}</p>
          <p className="mt-1 text-caption text-muted">{t("inspector.noneHint")}</p>
        </>
      )}
    </aside>
  );
}

function Head({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const t = useTranslations("editor");
  const { boxActions, selected } = useEditor();
  const [first] = selected;
  return (
    <div className="flex items-center gap-2 short:flex-row-reverse">
      <h2 className="min-w-0 flex-1 truncate text-ui font-semibold">
        {first && selected.length === 1 ? (
          <>
            <span className="lg:hidden">{t(`types.${first.type}`)}</span>
            <span className="max-lg:hidden">{t("inspector.title")}</span>
          </>
        ) : (
          t("inspector.several", { count: selected.length })
        )}
      </h2>
      <Button
        variant="quiet"
        className="lg:hidden"
        aria-expanded={isOpen}
        onClick={onToggle}
        icon={<ChevronDown aria-hidden className={clsx("size-4", !isOpen && "rotate-180")} />}
      >
        {t("inspector.details")}
      </Button>
      <IconButton className="lg:hidden" label={t("inspector.close")} icon={<X />} onClick={boxActions.leave} />
    </div>
  );
}

/** Actions on all selected boxes. */
function SelectionButtons() {
  const t = useTranslations("editor.inspector");
  const { boxActions, selected, isLocked, isSignedUpload, layout } = useEditor();
  const [isRepeating, setRepeating] = useState(false);
  const key = selected.at(-1)?.key;
  if (isLocked || key === undefined) return null;
  return (
    <div className="grid grid-cols-2 gap-2 max-lg:sm:grid-cols-4 short:flex short:min-w-0 short:flex-1 short:overflow-x-auto short:p-0.5">
      <Button
        className="min-w-0 px-2!"
        icon={<CopyPlus aria-hidden className="size-4" />}
        disabled={isSignedUpload}
        onClick={() => boxActions.duplicate(key)}
      >
        {t("duplicate")}
      </Button>
      <Button
        className="min-w-0 px-2!"
        icon={<Trash2 aria-hidden className="size-4" />}
        onClick={() => boxActions.remove(key)}
      >
        {t("delete")}
      </Button>
      <Button
        className="min-w-0 px-2!"
        icon={<ClipboardCopy aria-hidden className="size-4" />}
        disabled={isSignedUpload}
        onClick={() => boxActions.copy(key)}
      >
        {t("copy")}
      </Button>
      <Button
        className="min-w-0 px-2!"
        icon={<Copy aria-hidden className="size-4" />}
        disabled={isSignedUpload || layout.pages.length < 2}
        onClick={() => setRepeating(true)}
      >
        {t("repeat")}
      </Button>
      <RepeatDialog
        open={isRepeating}
        onOpenChange={setRepeating}
        onRepeat={(pages) => boxActions.repeat(key, pages)}
      />
    </div>
  );
}

/** Editable signer, type and position. */
function FieldDetails({ element }: { element: EditorElement }) {
  const t = useTranslations("editor");
  const { signers, boxActions, isLocked, isSignedUpload } = useEditor();
  const change = (part: Partial<Pick<EditorElement, "type" | "signRequestId" | "required">>): void =>
    boxActions.run({ kind: "change", keys: [element.key], change: part });
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 max-lg:sm:grid-cols-2">
        <Select
          label={t("inspector.signer")}
          value={element.signRequestId}
          disabled={isLocked}
          options={signers.map(({ signRequestId, number, name }) => ({
            value: String(signRequestId),
            label: `${number} · ${name}`,
            lang: "",
          }))}
          onChange={(event) => change({ signRequestId: Number(event.target.value) })}
        />
        <Select
          label={t("inspector.type")}
          value={element.type}
          disabled={isLocked}
          options={toolTypes.map((type) => ({
            value: type,
            label: t(`types.${type}`),
            disabled: isSignedUpload && type !== "signature" && type !== "initial",
          }))}
          onChange={(event) => change({ type: event.target.value as ElementType })}
        />
      </div>
      <Checkbox
        label={t("inspector.required")}
        checked={element.required}
        disabled={isLocked}
        onChange={(event) => change({ required: event.target.checked })}
      />
      <LabelField element={element} />
      <PlaceFields element={element} />
    </div>
  );
}

/** Typing a label is one step of the history. */
function LabelField({ element }: { element: EditorElement }) {
  const t = useTranslations("editor.inspector");
  const { boxActions, isLocked } = useEditor();
  return (
    <TextInput
      label={t("label")}
      hint={t("labelHint")}
      required={false}
      maxLength={255}
      autoComplete="off"
      disabled={isLocked}
      value={element.label ?? ""}
      onChange={(event) =>
        boxActions.run({
          kind: "change",
          keys: [element.key],
          change: { label: event.target.value || null },
          gesture: `label ${element.key}`,
        })
      }
    />
  );
}

/** Page, position and size of a field, as in the API's `coordinates`. */
function PlaceFields({ element: { key, page, box } }: { element: EditorElement }) {
  const t = useTranslations("editor.inspector");
  const {
    layout,
    boxActions: { run },
    isLocked,
  } = useEditor();
  const size = layout.pages[page - 1] ?? { widthPt: 0, heightPt: 0 };
  const points = { decimals: 2, disabled: isLocked } as const;
  return (
    <div className="flex flex-col gap-2">
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          label={t("left")}
          {...points}
          min={0}
          max={roundPt(size.widthPt - box.widthPt)}
          value={box.leftPt}
          onCommit={(leftPt) => run({ kind: "move", key, leftPt })}
        />
        <NumberField
          label={t("top")}
          {...points}
          min={0}
          max={roundPt(size.heightPt - box.heightPt)}
          value={box.topPt}
          onCommit={(topPt) => run({ kind: "move", key, topPt })}
        />
        <NumberField
          label={t("width")}
          {...points}
          min={smallestSidePt}
          max={roundPt(size.widthPt - box.leftPt)}
          value={box.widthPt}
          onCommit={(widthPt) => run({ kind: "resize", key, box: { widthPt } })}
        />
        <NumberField
          label={t("height")}
          {...points}
          min={smallestSidePt}
          max={roundPt(size.heightPt - box.topPt)}
          value={box.heightPt}
          onCommit={(heightPt) => run({ kind: "resize", key, box: { heightPt } })}
        />
        <NumberField
          label={t("page")}
          decimals={0}
          disabled={isLocked}
          min={1}
          max={layout.pages.length}
          value={page}
          onCommit={(next) => run({ kind: "move", key, page: next })}
        />
      </div>
      <p className="text-caption text-muted">{t("points")}</p>
    </div>
  );
}

/** Common properties of several fields, editable for all of them. */
function GroupDetails({ elements }: { elements: readonly EditorElement[] }) {
  const t = useTranslations("editor.inspector");
  const { signers, boxActions, isLocked } = useEditor();
  const keys = elements.map(({ key }) => key);
  const [first] = elements;
  const common = elements.every(({ signRequestId }) => signRequestId === first?.signRequestId)
    ? first?.signRequestId
    : undefined;
  const areRequired = elements.filter(({ required }) => required).length;
  return (
    <div className="flex flex-col gap-4">
      {!isLocked && <ArrangeButtons />}
      <Select
        label={t("signer")}
        value={common === undefined ? "" : String(common)}
        disabled={isLocked}
        options={[
          ...(common === undefined ? [{ value: "", label: t("differentSigners"), disabled: true }] : []),
          ...signers.map(({ signRequestId, number, name }) => ({
            value: String(signRequestId),
            label: `${number} · ${name}`,
            lang: "",
          })),
        ]}
        onChange={(event) =>
          boxActions.run({ kind: "change", keys, change: { signRequestId: Number(event.target.value) } })
        }
      />
      <Checkbox
        label={t("required")}
        hint={
          areRequired > 0 && areRequired < elements.length
            ? t("someRequired", { count: areRequired, total: elements.length })
            : undefined
        }
        checked={areRequired === elements.length}
        disabled={isLocked}
        onChange={(event) => boxActions.run({ kind: "change", keys, change: { required: event.target.checked } })}
      />
    </div>
  );
}

const rows: readonly {
  title: "align" | "distribute" | "size";
  buttons: readonly (readonly [Arrangement, LucideIcon])[];
}[] = [
  {
    title: "align",
    buttons: [
      [{ kind: "align", to: "left" }, AlignStartVertical],
      [{ kind: "align", to: "centre" }, AlignCenterVertical],
      [{ kind: "align", to: "right" }, AlignEndVertical],
      [{ kind: "align", to: "top" }, AlignStartHorizontal],
      [{ kind: "align", to: "middle" }, AlignCenterHorizontal],
      [{ kind: "align", to: "bottom" }, AlignEndHorizontal],
    ],
  },
  {
    title: "distribute",
    buttons: [
      [{ kind: "distribute", along: "across" }, AlignHorizontalSpaceAround],
      [{ kind: "distribute", along: "down" }, AlignVerticalSpaceAround],
    ],
  },
  {
    title: "size",
    buttons: [
      [{ kind: "size", of: "width" }, MoveHorizontal],
      [{ kind: "size", of: "height" }, MoveVertical],
      [{ kind: "size", of: "both" }, Scaling],
    ],
  },
];

/** Aligns, distributes and resizes the selected fields. The last selected one gives the size. */
function ArrangeButtons() {
  const t = useTranslations("editor.arrange");
  const { boxActions, selected } = useEditor();
  const lead = selected.at(-1)?.key;
  if (lead === undefined) return null;
  return (
    <div data-arranges className="flex flex-wrap gap-x-4 gap-y-3">
      {rows.map(({ title, buttons }) => (
        <div key={title} role="group" aria-label={t(title)}>
          <p aria-hidden className="mb-1 text-caption text-muted">
            {t(title)}
          </p>
          <div className="flex gap-0.5">
            {buttons.map(([how, Icon]) => (
              <IconButton
                key={nameOf(how)}
                variant="secondary"
                className="pointer-coarse:size-11!"
                label={t(nameOf(how))}
                icon={<Icon />}
                disabled={selected.length < fewestFor(how)}
                onClick={() => boxActions.arrange(lead, how)}
              />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

interface NumberFieldProps {
  label: string;
  value: number;
  /** 2 for points, 0 for pages. */
  decimals: 0 | 2;
  min: number;
  max: number;
  onCommit: (value: number) => void;
  disabled?: boolean;
}

/** A number input that applies on Enter or blur; the arrows step by one. Accepts both decimal separators. */
function NumberField({ label, value, decimals, min, max, onCommit, disabled = false }: NumberFieldProps) {
  const t = useTranslations("editor.inspector");
  const locale = useLocale();
  const formatted = (number: number): string => formatDecimal(number, decimals, locale);
  const [draft, setDraft] = useState<string | null>(null);
  const shown = draft ?? formatted(value);
  const wanted = readNumber(shown, decimals);
  const error =
    wanted === null || wanted < min || wanted > max
      ? t("notANumber", { from: formatted(min), to: formatted(max) })
      : undefined;

  function commit(): void {
    if (draft === null || wanted === null || error) return;
    setDraft(null);
    if (wanted !== readNumber(formatted(value), decimals)) onCommit(wanted);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === "Enter") commit();
    if (event.key === "Escape") setDraft(null);
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const next = (wanted ?? value) + (event.key === "ArrowUp" ? 1 : -1) * (event.shiftKey ? 10 : 1);
    setDraft(null);
    onCommit(Math.min(max, Math.max(min, next)));
  }

  return (
    <TextInput
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      disabled={disabled}
      error={draft === null ? undefined : error}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  );
}

function readNumber(text: string, decimals: 0 | 2): number | null {
  const plain = text.trim().replace(",", ".");
  if (!/^-?\d+(\.\d*)?$/.test(plain)) return null;
  const value = Number(plain);
  return decimals === 0 ? (Number.isInteger(value) ? value : null) : Math.round(value * 100) / 100;
}
