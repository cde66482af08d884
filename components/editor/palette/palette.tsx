"use client";

import { clsx } from "clsx";
import { ClipboardPaste } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Ref } from "react";
import { OverlapList, useShortName } from "@/components/editor/fields/use-action-text";
import { dockLook, PanelToggle, useEditor, usePanel } from "@/components/editor/state/editor-context";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ButtonLink } from "@/components/ui/page-link";
import { SignerMark } from "@/components/ui/signer-mark";
import type { FieldType } from "@/lib/platform/field-rules/details";
import { ToolBar } from "./tool-bar";

interface PaletteProps {
  fileUuid: string;
  /** Hides the palette on a phone while a field is selected, to make room for its details. */
  isHiddenOnPhone: boolean;
  ref: Ref<HTMLElement>;
}

/** Signer and type of the next field: in a side panel, or at the bottom of a phone. */
export function Palette({ fileUuid, isHiddenOnPhone, ref }: PaletteProps) {
  const t = useTranslations("editor");
  const { signers, tool, isSignedUpload, isLocked } = useEditor();
  const { isFolded } = usePanel("palette");
  return (
    <aside
      ref={ref}
      data-covers
      aria-label={t("regions.palette")}
      data-folded={isFolded || undefined}
      className={clsx(
        dockLook,
        "group/palette lg:border-e",
        isHiddenOnPhone && "max-lg:hidden",
        isFolded && "lg:px-2!",
      )}
    >
      <div
        className={clsx(
          "relative z-10 w-fit max-lg:hidden",
          // Beside the first heading, because a notice at the top needs the whole line.
          isFolded ? "mx-auto mb-2" : clsx("ms-auto -me-2 -mt-2", tool || signers.length === 0 ? "mb-2" : "-mb-7"),
        )}
      >
        <PanelToggle panel="palette" />
      </div>
      {signers.length === 0 ? (
        <NoSigners fileUuid={fileUuid} />
      ) : (
        <div className="flex flex-col gap-3 short:flex-row short:items-center lg:gap-6">
          {tool && <Armed tool={tool} />}
          <div
            className={clsx(
              "flex min-w-0 flex-col gap-3 short:flex-row short:items-center lg:gap-6",
              tool && "max-lg:hidden",
            )}
          >
            <SignerSwitch />
            {!isLocked && (
              <div className="min-w-0 short:flex-1">
                <p className={clsx("mb-2 text-ui font-semibold max-lg:sr-only", unlessFolded)}>{t("palette.tools")}</p>
                <ToolBar />
                <div className={unlessFolded}>
                  <p className="mt-3 text-caption text-muted max-lg:hidden">{t("palette.hint")}</p>
                  <PasteButton />
                </div>
              </div>
            )}
            <div className={clsx("flex flex-col gap-3 empty:hidden", unlessFolded)}>
              {isSignedUpload && <p className="text-caption text-muted">{t("palette.signedUpload")}</p>}
              <OverlapList />
            </div>
          </div>
        </div>
      )}
    </aside>
  );
}

/** Text for which a folded palette has no room. */
const unlessFolded = "group-data-folded/palette:lg:hidden";

function Armed({ tool }: { tool: FieldType }) {
  const t = useTranslations("editor.palette");
  const { signers, signer, chooseTool } = useEditor();
  const shortName = useShortName(signers);
  const field = shortName({ type: tool, signRequestId: signer?.signRequestId ?? 0 });
  return (
    <div
      role="status"
      className="flex items-center justify-between gap-3 rounded-control group-data-folded/palette:lg:hidden bg-info-tint p-3 text-ui text-on-info-tint"
    >
      <span>
        <span className="max-lg:hidden">{t("armed", { field })}</span>
        <span className="lg:hidden">{t("armedTap", { field })}</span>
      </span>
      <Button className="lg:hidden" size="signer" onClick={() => chooseTool(null)}>
        {t("cancel")}
      </Button>
    </div>
  );
}

/** Pastes without a keyboard. */
function PasteButton() {
  const t = useTranslations("editor.palette");
  const { clipboard, fieldActions, visiblePage } = useEditor();
  if (clipboard.length === 0) return null;
  return (
    <Button
      className="mt-3 w-full"
      icon={<ClipboardPaste aria-hidden className="size-4" />}
      onClick={() => fieldActions.paste(visiblePage)}
    >
      {t("paste", { count: clipboard.length, page: visiblePage })}
    </Button>
  );
}

function NoSigners({ fileUuid }: { fileUuid: string }) {
  const t = useTranslations("editor.noSigners");
  return (
    <EmptyState
      picture="people"
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

/** The signer of the next field. */
function SignerSwitch() {
  const t = useTranslations("editor.palette");
  const { signers, signer, chooseSigner, layout, isLocked } = useEditor();
  const chosen = isLocked ? null : signer?.signRequestId;
  const Frame = isLocked ? "div" : "label";
  return (
    <fieldset className="min-w-0">
      <legend className={clsx("mb-2 text-ui font-semibold max-lg:sr-only", unlessFolded)}>
        {isLocked ? t("signers") : t("signer")}
      </legend>
      <div className="flex gap-1.5 max-lg:overflow-x-auto max-lg:p-0.5 short:max-w-64 lg:flex-col">
        {signers.map(({ signRequestId, number, name }) => (
          <Frame
            key={signRequestId}
            className={clsx(
              "relative flex min-h-11 min-w-0 items-center gap-2.5 rounded-control border px-2.5 py-1 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary max-lg:max-w-60 max-lg:shrink-0",
              signRequestId === chosen
                ? "border-primary bg-primary-tint text-on-primary-tint"
                : "border-hairline bg-surface",
              !isLocked && signRequestId !== chosen && "hover:border-control",
            )}
          >
            {!isLocked && (
              <input
                type="radio"
                name="editor-signer"
                className="absolute inset-0 cursor-pointer appearance-none outline-none"
                aria-label={t("signerName", { number, name })}
                checked={signRequestId === chosen}
                onChange={() => chooseSigner(signRequestId)}
              />
            )}
            <SignerMark number={number} />
            <span className={clsx("min-w-0", unlessFolded)}>
              <span className="block truncate text-ui font-medium">
                <bdi>{name}</bdi>
              </span>
              <span className="block text-caption text-muted">
                {t("fields", {
                  count: layout.fields.filter((field) => field.signRequestId === signRequestId).length,
                })}
              </span>
            </span>
          </Frame>
        ))}
      </div>
    </fieldset>
  );
}
