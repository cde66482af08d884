import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { signerOf, type EditorSigner } from "@/components/editor/editor-context";
import type { EditorElement } from "@/components/editor/editor-element";

/** Points as they are said: at most two decimals. */
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
