"use client";

import { Tabs } from "@base-ui/react/tabs";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { ApiProblem } from "@/components/api/api-problem";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { DrawPanel } from "./draw-panel";
import { SignaturePreview } from "./signature-preview";
import { TypePanel } from "./type-panel";
import { UploadPanel } from "./upload-panel";
import { usePad, ways, type PadOptions, type Way } from "./use-pad";

interface SignaturePadProps extends PadOptions {
  onAdopt: (png: Blob) => void | Promise<void>;
  onCancel: () => void;
}

const tabLook =
  "min-h-11 flex-1 rounded-control px-3 text-ui font-medium text-muted hover:text-ink data-active:bg-primary-tint data-active:text-on-primary-tint";

/** Three ways to make a signature, equal to each other; what each holds stays while another is looked at. */
export function SignaturePad({ onAdopt, onCancel, ...options }: SignaturePadProps) {
  const { type, name } = options;
  const words = useTranslations("signature.pad");
  const why = useId();
  const pad = usePad(options);
  const [state, setState] = useState<"idle" | "busy" | "failed" | ApiProblem>("idle");
  const { make, reason, warning } = pad.result;

  async function adopt() {
    if (!make) return;
    setState("busy");
    try {
      await onAdopt(await make());
      pad.history.forget();
      setState("idle");
    } catch (error) {
      setState(error instanceof ApiProblem ? error : "failed");
    }
  }

  // The library hides a panel a moment after it shows the next; for that moment both stood here, and the pad jumped under the pen.
  const panel = (way: Way) => ({ value: way, keepMounted: true, hidden: pad.way !== way });

  return (
    <div className="flex flex-col gap-4">
      <Tabs.Root value={pad.way} onValueChange={(way: Way) => pad.setWay(way)}>
        <Tabs.List
          aria-label={words("ways")}
          className="mb-4 flex gap-1 rounded-card border border-hairline bg-canvas p-1"
        >
          {ways.map((way) => (
            <Tabs.Tab key={way} value={way} className={tabLook}>
              {words(way)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel {...panel("type")}>
          <TypePanel type={type} value={pad.typed} onChange={pad.setTyped} />
        </Tabs.Panel>
        <Tabs.Panel {...panel("draw")}>
          <DrawPanel
            type={type}
            name={name}
            history={pad.history}
            ink={pad.typed.ink}
            onInkChange={(ink) => pad.setTyped({ ...pad.typed, ink })}
            onDrawn={pad.draw}
            isShown={pad.way === "draw"}
          />
        </Tabs.Panel>
        <Tabs.Panel {...panel("upload")}>
          <UploadPanel upload={pad.upload} onChoose={pad.chooseUpload} />
        </Tabs.Panel>
      </Tabs.Root>
      {pad.way !== "draw" && make && <SignaturePreview type={type} name={name} make={make} />}
      {warning && (
        <Notice tone="warning" role="status">
          {warning}
        </Notice>
      )}
      {state === "failed" && (
        <Notice tone="danger" role="alert">
          {words("failed")}
        </Notice>
      )}
      {state instanceof ApiProblem && <ProblemNotice problem={state} />}
      <footer className="sticky -bottom-5 z-10 -mx-5 -mb-5 rounded-b-card flex flex-wrap items-center justify-end gap-2 border-t border-hairline bg-raised px-5 py-3">
        <p id={why} role="status" className="min-h-4.5 basis-full text-caption text-muted sm:me-auto sm:basis-auto">
          {reason}
        </p>
        <Button size="signer" onClick={onCancel}>
          {words("cancel")}
        </Button>
        <Button
          size="signer"
          variant="primary"
          disabled={!make}
          busy={state === "busy"}
          aria-describedby={why}
          onClick={() => void adopt()}
        >
          {words(type === "signature" ? "useSignature" : "useInitials")}
        </Button>
      </footer>
    </div>
  );
}
