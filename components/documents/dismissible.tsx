"use client";

import { Info, X } from "lucide-react";
import { createContext, useContext, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { useDismissed } from "./dismissed-notices";

const Dismiss = createContext<() => void>(() => undefined);

interface DismissibleProps {
  /** Names the notice in this browser, so that it stays dismissed. */
  name: string;
  /** Label of the button that shows it again; without one, no button takes its place. */
  again?: string | undefined;
  children: ReactNode;
}

/** A notice that a person can dismiss by its `DismissButton`. */
export function Dismissible({ name, again, children }: DismissibleProps) {
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
export function DismissButton({ label }: { label: string }) {
  return <IconButton className="-m-1.5 print:hidden" label={label} icon={<X />} onClick={useContext(Dismiss)} />;
}
