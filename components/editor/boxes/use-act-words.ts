import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { EditorSigner } from "@/components/editor/editor-context";
import type { EditorElement } from "@/components/editor/editor-element";
import type { Arrangement } from "@/components/editor/layout/arrange";
import type { AddAct } from "@/components/editor/layout/layout-state";
import { useAnnounce } from "@/components/ui/live-region";
import { useShortName } from "./use-box-words";

export interface ActWords {
  added: (act: AddAct, elements: readonly EditorElement[]) => void;
  nothingAdded: () => void;
  removed: (act: "remove" | "cut", elements: readonly EditorElement[]) => void;
  copied: (elements: readonly EditorElement[]) => void;
  arranged: (how: Arrangement, count: number) => void;
}

/** Says politely what was done. It stays the same object. */
export function useActWords(signers: readonly EditorSigner[]): ActWords {
  const t = useTranslations("editor");
  const announce = useAnnounce();
  const shortName = useShortName(signers);
  return useMemo(() => {
    const some = (elements: readonly EditorElement[]): string => {
      const [first] = elements;
      return first && elements.length === 1 ? shortName(first) : t("box.several", { count: elements.length });
    };
    return {
      added: (act, elements) => {
        const pages = new Set(elements.map(({ page }) => page));
        if (act === "repeat") announce(t("said.repeated", { count: elements.length, pages: pages.size }));
        else announce(t("said.placed", { box: some(elements), page: elements[0]?.page ?? 0 }));
      },
      nothingAdded: () => announce(t("said.nothingAdded")),
      removed: (act, elements) => announce(t(act === "cut" ? "said.cut" : "said.removed", { box: some(elements) })),
      copied: (elements) => announce(t("said.copied", { box: some(elements) })),
      arranged: (how, count) => announce(t("said.arranged", { how: t(`arrange.${nameOf(how)}`), count })),
    };
  }, [t, announce, shortName]);
}

type ArrangementName =
  | "alignLeft"
  | "alignCentre"
  | "alignRight"
  | "alignTop"
  | "alignMiddle"
  | "alignBottom"
  | "distributeAcross"
  | "distributeDown"
  | "sameWidth"
  | "sameHeight"
  | "sameSize";

const alignNames = {
  left: "alignLeft",
  centre: "alignCentre",
  right: "alignRight",
  top: "alignTop",
  middle: "alignMiddle",
  bottom: "alignBottom",
} as const;
const sizeNames = { width: "sameWidth", height: "sameHeight", both: "sameSize" } as const;

/** The words of an arrangement in the catalogue. */
export function nameOf(how: Arrangement): ArrangementName {
  switch (how.kind) {
    case "align":
      return alignNames[how.to];
    case "distribute":
      return how.along === "across" ? "distributeAcross" : "distributeDown";
    case "size":
      return sizeNames[how.of];
  }
}
