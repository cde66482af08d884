"use client";

import { Info, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, useCallback, useContext, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { readStored, useStored } from "@/components/ui/use-stored";
import { hasFindings, UploadFindings, useFindingsTitle, type UploadFindingsProps } from "./upload-findings";

interface DismissibleFindingsProps extends Omit<UploadFindingsProps, "corner"> {
  /** The document's UUID: the notice stays dismissed for this document. */
  uuid: string;
}

/** Findings in the uploaded file, which the reader can dismiss. A folded notice leaves no button in its place. */
export function DismissibleFindings({ uuid, ...props }: DismissibleFindingsProps) {
  const t = useTranslations("upload");
  const { upload, reader, isFolded } = props;
  const title = useFindingsTitle(reader);
  if (!hasFindings(upload, reader)) return null;
  return (
    <Dismissible name={`upload-${reader}-${uuid}`} again={isFolded ? undefined : title}>
      <UploadFindings {...props} corner={<DismissButton label={t("dismiss")} />} />
    </Dismissible>
  );
}

const Dismiss = createContext<() => void>(() => undefined);

interface DismissibleProps {
  /** Names the notice in this browser, so that it stays dismissed. */
  name: string;
  /** Label of the button that shows it again; without one, no button takes its place. */
  again?: string | undefined;
  children: ReactNode;
}

/** A notice that a person can dismiss by its `DismissButton`. */
function Dismissible({ name, again, children }: DismissibleProps) {
  const [isDismissed, setDismissed] = useDismissed(name);
  const [wasPressed, setPressed] = useState(false);
  const dismiss = (): void => {
    setDismissed(true);
    setPressed(true);
    // The pressed button is gone.
    if (again === undefined) document.getElementById("content")?.focus({ preventScroll: true });
  };
  if (!isDismissed) return <Dismiss value={dismiss}>{children}</Dismiss>;
  if (again === undefined) return null;
  return (
    <div>
      <Button
        variant="quiet"
        autoFocus={wasPressed}
        icon={<Info aria-hidden className="size-4" />}
        onClick={() => setDismissed(false)}
      >
        {again}
      </Button>
    </div>
  );
}

/** Dismisses the notice that it is in. */
function DismissButton({ label }: { label: string }) {
  return <IconButton className="-m-1.5 print:hidden" label={label} icon={<X />} onClick={useContext(Dismiss)} />;
}

/** Dismissed notices of this browser, newest last, by name. Limited to these, so that the entry stays small. */
const storageKey = "paraph-dismissed-notices";
const most = 200;

/**
 * Whether the notice was dismissed in this browser, and how to dismiss it or show it again. Not dismissed on the
 * server.
 */
function useDismissed(name: string): [isDismissed: boolean, setDismissed: (isDismissed: boolean) => void] {
  const [stored, store] = useStored(storageKey);
  const setDismissed = useCallback(
    (next: boolean) => {
      const others = namesIn(readStored(storageKey)).filter((other) => other !== name);
      store(JSON.stringify(next ? [...others, name].slice(-most) : others));
    },
    [name, store],
  );
  return [namesIn(stored).includes(name), setDismissed];
}

/** Empty for a value in another format. */
function namesIn(stored: string | null): readonly string[] {
  try {
    const names: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}
