"use client";

import { clsx } from "clsx";
import { ClipboardPaste } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, type Ref } from "react";
import { useShortName } from "@/components/editor/boxes/use-box-words";
import { dockLook } from "@/components/editor/dock-look";
import { useEditor } from "@/components/editor/editor-context";
import type { ElementType } from "@/components/editor/editor-element";
import { OverlapList } from "@/components/editor/inspector/overlap-words";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { DragGhost } from "./drag-ghost";
import { SignerSwitch } from "./signer-switch";
import { ToolBar } from "./tool-bar";
import { usePaletteDrag } from "./use-palette-drag";

interface PaletteProps {
  fileUuid: string;
  /** On a phone it gives way to the details of the selected field. */
  isHiddenOnPhone: boolean;
  ref: Ref<HTMLElement>;
}

/** Whose field, and which: at the left, or at the bottom of a phone. */
export function Palette({ fileUuid, isHiddenOnPhone, ref }: PaletteProps) {
  const t = useTranslations("editor");
  const { signers, tool, isSignedUpload, isLocked } = useEditor();
  const drag = useDropOnPage();
  return (
    <aside
      ref={ref}
      data-covers
      aria-label={t("regions.palette")}
      className={clsx(dockLook, "lg:border-e", isHiddenOnPhone && "max-lg:hidden")}
    >
      {signers.length === 0 ? (
        <NoSigners fileUuid={fileUuid} />
      ) : (
        <div className="flex flex-col gap-3 lg:gap-6">
          {tool && <Armed tool={tool} />}
          <div className={clsx("flex flex-col gap-3 lg:gap-6", tool && "max-lg:hidden")}>
            <SignerSwitch />
            {!isLocked && (
              <div>
                <p className="mb-2 text-ui font-semibold max-lg:sr-only">{t("palette.tools")}</p>
                <ToolBar drag={drag} />
                <p className="mt-3 text-caption text-muted max-lg:hidden">{t("palette.hint")}</p>
                <PasteButton />
              </div>
            )}
            {isSignedUpload && <p className="text-caption text-muted">{t("palette.signedUpload")}</p>}
            <OverlapList />
          </div>
        </div>
      )}
      {drag.type && <DragGhost type={drag.type} ghost={drag.ghost} />}
    </aside>
  );
}

function useDropOnPage() {
  const { place, layout } = useEditor();
  const drop = useCallback(
    (type: ElementType, page: number, share: { x: number; y: number }) => {
      const size = layout.pages[page - 1];
      if (size) place(type, page, { xPt: share.x * size.widthPt, yPt: share.y * size.heightPt });
    },
    [place, layout.pages],
  );
  return usePaletteDrag(drop);
}

function Armed({ tool }: { tool: ElementType }) {
  const t = useTranslations("editor.palette");
  const { signers, signer, chooseTool } = useEditor();
  const shortName = useShortName(signers);
  const box = shortName({ type: tool, signRequestId: signer?.signRequestId ?? 0 });
  return (
    <div
      role="status"
      className="flex items-center justify-between gap-3 rounded-control bg-info-tint p-3 text-ui text-on-info-tint"
    >
      <span>
        <span className="max-lg:hidden">{t("armed", { box })}</span>
        <span className="lg:hidden">{t("armedTap", { box })}</span>
      </span>
      <Button className="lg:hidden" size="signer" onClick={() => chooseTool(null)}>
        {t("cancel")}
      </Button>
    </div>
  );
}

/** For those who have no keyboard at hand. */
function PasteButton() {
  const t = useTranslations("editor.palette");
  const { clipboard, boxActs, visiblePage } = useEditor();
  if (clipboard.length === 0) return null;
  return (
    <Button
      className="mt-3 w-full"
      icon={<ClipboardPaste aria-hidden className="size-4" />}
      onClick={() => boxActs.paste(visiblePage)}
    >
      {t("paste", { count: clipboard.length, page: visiblePage })}
    </Button>
  );
}

function NoSigners({ fileUuid }: { fileUuid: string }) {
  const t = useTranslations("editor.noSigners");
  return (
    <EmptyState
      title={t("title")}
      body={t("body")}
      action={
        <ButtonLink variant="primary" href={`/documents/${fileUuid}/signers`}>
          {t("add")}
        </ButtonLink>
      }
    />
  );
}
