"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";

const lists = [
  { title: "paletteTitle", keys: [["↑ ↓", "chooseTool"], ["Enter", "placeTool"], ["Tab", "toBox"]] },
  {
    title: "boxTitle",
    keys: [
      ["← ↑ → ↓", "move"], ["Shift + arrows", "moveFar"], ["Alt + arrows", "resize"], ["Page Up, Page Down", "turnPage"], ["[ ]", "otherBox"],
      ["Enter", "inspect"], ["Ctrl + D", "duplicate"], ["Delete", "remove"], ["Esc", "leave"], ["?", "help"],
    ],
  },
  { title: "everywhereTitle", keys: [["Ctrl + Z", "undo"], ["Ctrl + Shift + Z, Ctrl + Y", "redo"], ["F6", "regions"], ["Ctrl + plus, minus, 0", "zoom"]] },
] as const;

export function KeyboardHelp({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations("editor.keyboard");
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} description={t("description")} width="medium">
      {/* The list scrolls, and nothing in it takes the focus: by keyboard it would stay where it is. */}
      <div role="region" aria-label={t("title")} tabIndex={0}>
        {lists.map(({ title, keys }) => (
          <table key={title} className="mb-5 w-full text-ui last:mb-0">
            <caption className="mb-1 text-left font-semibold">{t(title)}</caption>
            <thead className="sr-only"><tr><th scope="col">{t("keys")}</th><th scope="col">{t("effect")}</th></tr></thead>
            <tbody>
              {keys.map(([key, effect]) => (
                <tr key={key} className="border-t border-hairline">
                  <td className="w-2/5 py-1.5 pr-3 align-top"><kbd className="font-mono text-caption">{key}</kbd></td>
                  <td className="py-1.5">{t(effect)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </Dialog>
  );
}
