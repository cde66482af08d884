"use client";

import { Asterisk, BookCopy, ClipboardCopy, Copy, CopyPlus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useEditor } from "@/components/editor/editor-context";
import type { EditorField } from "@/components/editor/editor-field";
import { everyPage, isInitials, RepeatDialog } from "@/components/editor/repeat/repeat-dialog";
import type { PageBox } from "@/components/pages/page-source";
import { IconButton } from "@/components/ui/icon-button";
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
