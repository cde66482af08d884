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
  BookCopy,
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
import { useTranslations } from "next-intl";
import { useState, type Ref } from "react";
import { everyPage, isInitials, RepeatDialog } from "@/components/editor/fields/selection-toolbar";
import { nameOf, OverlapOf } from "@/components/editor/fields/use-action-text";
import { fewestFor, type Arrangement } from "@/components/editor/state/arrange";
import { dockLook, PanelToggle, useEditor, usePanel } from "@/components/editor/state/editor-context";
import type { EditorField } from "@/components/editor/state/editor-field";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Checkbox, Select } from "@/components/ui/inputs";
import { FieldDetails } from "./field-details";
import { TextDetails } from "./text-details";

/** Properties of the selection: in a side panel, or on a phone in a sheet at the bottom, opened on demand. */
export function Inspector({ ref }: { ref: Ref<HTMLElement> }) {
  const t = useTranslations("editor");
  const { selected, isLocked } = useEditor();
  const [isOpen, setOpen] = useState(false);
  const { isFolded } = usePanel("inspector");
  const [first] = selected;
  return (
    <aside
      ref={ref}
      data-covers
      aria-label={t("regions.inspector")}
      tabIndex={-1}
      className={clsx(dockLook, "lg:border-s", !first && "max-lg:hidden", isFolded && "lg:px-3!")}
    >
      <div className={clsx("relative z-10 w-fit max-lg:hidden", isFolded ? "mx-auto" : "ms-auto -me-2 -mt-2 -mb-7")}>
        <PanelToggle panel="inspector" />
      </div>
      {first ? (
        <div
          className={clsx(
            isFolded && "lg:hidden",
            "flex flex-col gap-3 short:flex-row short:flex-wrap short:items-center lg:gap-4",
          )}
        >
          <Head isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
          {selected.length === 1 && <OverlapOf fieldKey={first.key} />}
          <SelectionButtons />
          <div className={clsx("short:w-full", !isOpen && "max-lg:hidden")}>
            {selected.length === 1 ? (
              <FieldDetails key={first.key} field={first} />
            ) : (
              <GroupDetails fields={selected} />
            )}
          </div>
        </div>
      ) : (
        <div className={clsx(isFolded && "lg:hidden")}>
          <h2 className="text-ui font-semibold">{t("inspector.title")}</h2>
          <p className="mt-2 text-ui">{t("inspector.none")}</p>
          <p className="mt-1 text-caption text-muted">
            {t(isLocked ? "inspector.noneHintLocked" : "inspector.noneHint")}
          </p>
        </div>
      )}
    </aside>
  );
}

function Head({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const t = useTranslations("editor");
  const { fieldActions, selected } = useEditor();
  const [first] = selected;
  return (
    <div className="flex items-center gap-2 short:flex-row-reverse">
      <h2 className="min-w-0 flex-1 truncate text-ui font-semibold lg:pe-8">
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
      <IconButton className="lg:hidden" label={t("inspector.close")} icon={<X />} onClick={fieldActions.leave} />
    </div>
  );
}

/** Actions on all selected fields, for windows without room for the toolbar at the selection. */
function SelectionButtons() {
  const t = useTranslations("editor.inspector");
  const { fieldActions, selected, isLocked, isSignedUpload, layout } = useEditor();
  const [isRepeating, setRepeating] = useState(false);
  const key = selected.at(-1)?.key;
  if (isLocked || key === undefined) return null;
  return (
    <div className="grid grid-cols-2 gap-2 lg:hidden max-lg:sm:grid-cols-4 short:flex short:min-w-0 short:flex-1 short:overflow-x-auto short:p-0.5">
      <Button
        className="min-w-0 px-2!"
        icon={<CopyPlus aria-hidden className="size-4" />}
        disabled={isSignedUpload}
        onClick={() => fieldActions.duplicate(key)}
      >
        {t("duplicate")}
      </Button>
      <Button
        className="min-w-0 px-2!"
        icon={<Trash2 aria-hidden className="size-4" />}
        onClick={() => fieldActions.remove(key)}
      >
        {t("delete")}
      </Button>
      <Button
        className="min-w-0 px-2!"
        icon={<ClipboardCopy aria-hidden className="size-4" />}
        disabled={isSignedUpload}
        onClick={() => fieldActions.copy(key)}
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
      {isInitials(selected) && (
        <Button
          className="min-w-0 px-2! max-sm:col-span-2"
          icon={<BookCopy aria-hidden className="size-4" />}
          disabled={isSignedUpload || layout.pages.length < 2}
          onClick={() => fieldActions.repeat(key, everyPage(layout.pages))}
        >
          {t("everyPage")}
        </Button>
      )}
      <RepeatDialog
        open={isRepeating}
        onOpenChange={setRepeating}
        onRepeat={(pages) => fieldActions.repeat(key, pages)}
      />
    </div>
  );
}

/** Common properties of several fields, editable for all of them. */
function GroupDetails({ fields }: { fields: readonly EditorField[] }) {
  const t = useTranslations("editor.inspector");
  const { signers, fieldActions, isLocked } = useEditor();
  const keys = fields.map(({ key }) => key);
  const [first] = fields;
  const common = fields.every(({ signRequestId }) => signRequestId === first?.signRequestId)
    ? first?.signRequestId
    : undefined;
  const areRequired = fields.filter(({ required }) => required).length;
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
          fieldActions.run({ kind: "change", keys, change: { signRequestId: Number(event.target.value) } })
        }
      />
      <Checkbox
        label={t("required")}
        hint={
          areRequired > 0 && areRequired < fields.length
            ? t("someRequired", { count: areRequired, total: fields.length })
            : undefined
        }
        checked={areRequired === fields.length}
        disabled={isLocked}
        onChange={(event) => fieldActions.run({ kind: "change", keys, change: { required: event.target.checked } })}
      />
      <TextDetails fields={fields} />
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
  const { fieldActions, selected } = useEditor();
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
                onClick={() => fieldActions.arrange(lead, how)}
              />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
