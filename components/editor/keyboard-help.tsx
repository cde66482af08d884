"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

const lists = [
  { title: "paletteTitle", keys: ["chooseTool", "placeTool", "toBox"] },
  {
    title: "boxTitle",
    keys: ["move", "moveFar", "resize", "turnPage", "otherBox", "inspect", "duplicate", "remove", "leave"],
  },
  { title: "severalTitle", keys: ["gather", "toggle", "selectPage", "pointer", "arrange"] },
  { title: "everywhereTitle", keys: ["copy", "cut", "paste", "undo", "redo", "regions", "zoom", "noSnap", "help"] },
] as const;

/** The keys of the editor. */
export function KeyboardHelp({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations("editor.keyboard");
  const close = useTranslations("shell");
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("title")}
      description={t("description")}
      width="medium"
      footer={<Button onClick={() => onOpenChange(false)}>{close("close")}</Button>}
    >
      {/* The list scrolls but holds nothing focusable, so the keyboard could not scroll it. */}
      <div role="region" aria-label={t("title")} tabIndex={0}>
        {lists.map(({ title, keys }) => (
          <table key={title} className="mb-5 w-full text-ui last:mb-0">
            <caption className="mb-1 text-start font-semibold">{t(title)}</caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">{t("keys")}</th>
                <th scope="col">{t("effect")}</th>
              </tr>
            </thead>
            <tbody>
              {keys.map((effect) => (
                <tr key={effect} className="border-t border-hairline">
                  <td className="w-2/5 py-1.5 pe-3 align-top">
                    <kbd className="font-mono text-caption">{t(`names.${effect}`, { open: "{", close: "}" })}</kbd>
                  </td>
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
