import { useTranslations } from "next-intl";
import { useCallback, useMemo } from "react";
import { signerOf, type EditorSigner } from "@/components/editor/editor-context";
import type { EditorElement } from "@/components/editor/editor-element";
import type { Arrangement } from "@/components/editor/layout/arrange";
import type { AddAction } from "@/components/editor/layout/layout-state";
import { useAnnounce } from "@/components/ui/live-region";

export interface ActionText {
  added: (action: AddAction, elements: readonly EditorElement[]) => void;
  nothingAdded: () => void;
  removed: (action: "remove" | "cut", elements: readonly EditorElement[]) => void;
  copied: (elements: readonly EditorElement[]) => void;
  arranged: (how: Arrangement, count: number) => void;
}

/** Announces actions politely. The returned object is stable. */
export function useActionText(signers: readonly EditorSigner[]): ActionText {
  const t = useTranslations("editor");
  const announce = useAnnounce();
  const shortName = useShortName(signers);
  return useMemo(() => {
    const some = (elements: readonly EditorElement[]): string => {
      const [first] = elements;
      return first && elements.length === 1 ? shortName(first) : t("box.several", { count: elements.length });
    };
    return {
      added: (action, elements) => {
        const pages = new Set(elements.map(({ page }) => page));
        if (action === "repeat") announce(t("said.repeated", { count: elements.length, pages: pages.size }));
        else announce(t("said.placed", { box: some(elements), page: elements[0]?.page ?? 0 }));
      },
      nothingAdded: () => announce(t("said.nothingAdded")),
      removed: (action, elements) =>
        announce(t(action === "cut" ? "said.cut" : "said.removed", { box: some(elements) })),
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

/** Message name of an arrangement. */
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

/** Formats points with at most two decimals. */
export function sayPoints(points: number): string {
  return String(Math.round(points * 100) / 100);
}

/** "Signature for Ana Silva, page 2, 120 from left, 640 from top, 150 by 50 points". */
export function useBoxName(signers: readonly EditorSigner[]): (element: EditorElement) => string {
  const t = useTranslations("editor");
  return useCallback(
    (element) => {
      const { leftPt, topPt, widthPt, heightPt } = element.box;
      return t("box.name", {
        type: t(`types.${element.type}`),
        signer: signerOf(signers, element.signRequestId).name,
        page: element.page,
        left: sayPoints(leftPt),
        top: sayPoints(topPt),
        width: sayPoints(widthPt),
        height: sayPoints(heightPt),
      });
    },
    [t, signers],
  );
}

/** "Signature for Ana Silva". */
export function useShortName(
  signers: readonly EditorSigner[],
): (element: Pick<EditorElement, "type" | "signRequestId">) => string {
  const t = useTranslations("editor");
  return useCallback(
    (element) =>
      t("box.short", { type: t(`types.${element.type}`), signer: signerOf(signers, element.signRequestId).name }),
    [t, signers],
  );
}
