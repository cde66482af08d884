"use client";

import { ClipboardCopy, Copy, CopyPlus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useEditor } from "@/components/editor/editor-context";
import { RepeatDialog } from "@/components/editor/repeat/repeat-dialog";
import { Button } from "@/components/ui/button";

/** What can be done with the selected boxes as a whole. */
export function SelectionButtons() {
  const t = useTranslations("editor.inspector");
  const { boxActs, selected, isLocked, isSignedUpload, layout } = useEditor();
  const [isRepeating, setRepeating] = useState(false);
  const key = selected.at(-1)?.key;
  if (isLocked || key === undefined) return null;
  return (
    <div className="grid grid-cols-2 gap-2 max-lg:sm:grid-cols-4">
      <Button
        className="min-w-0 px-2!"
        icon={<CopyPlus aria-hidden className="size-4" />}
        disabled={isSignedUpload}
        onClick={() => boxActs.duplicate(key)}
      >
        {t("duplicate")}
      </Button>
      <Button
        className="min-w-0 px-2!"
        icon={<Trash2 aria-hidden className="size-4" />}
        onClick={() => boxActs.remove(key)}
      >
        {t("delete")}
      </Button>
      <Button
        className="min-w-0 px-2!"
        icon={<ClipboardCopy aria-hidden className="size-4" />}
        disabled={isSignedUpload}
        onClick={() => boxActs.copy(key)}
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
      <RepeatDialog open={isRepeating} onOpenChange={setRepeating} onRepeat={(pages) => boxActs.repeat(key, pages)} />
    </div>
  );
}
