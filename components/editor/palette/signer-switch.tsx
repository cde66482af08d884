"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useEditor } from "@/components/editor/editor-context";
import { SignerMark } from "@/components/ui/signer-mark";

/** Whose the next field is. */
export function SignerSwitch() {
  const t = useTranslations("editor.palette");
  const { signers, signer, chooseSigner, layout, isLocked } = useEditor();
  const chosen = isLocked ? null : signer?.signRequestId;
  const Frame = isLocked ? "div" : "label";
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-ui font-semibold max-lg:sr-only">{isLocked ? t("signers") : t("signer")}</legend>
      <div className="flex gap-1.5 max-lg:overflow-x-auto max-lg:p-0.5 lg:flex-col">
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
            <span className="min-w-0">
              <span className="block truncate text-ui font-medium">
                <bdi>{name}</bdi>
              </span>
              <span className="block text-caption text-muted">
                {t("fields", {
                  count: layout.elements.filter((element) => element.signRequestId === signRequestId).length,
                })}
              </span>
            </span>
          </Frame>
        ))}
      </div>
    </fieldset>
  );
}
