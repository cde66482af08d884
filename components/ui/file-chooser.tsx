"use client";

import { FileUp } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState, type ComponentProps } from "react";
import { Button } from "./button";

type FileChooserProps = Omit<ComponentProps<typeof Button>, "onClick" | "type"> & {
  accept: string;
  multiple?: boolean;
  /** Names the hidden input for tests and tools. */
  inputLabel: string;
  onChoose: (files: File[]) => void;
};

/** A button that opens the browser's file chooser. */
export function FileChooser({ accept, multiple = false, inputLabel, onChoose, ...button }: FileChooserProps) {
  const input = useRef<HTMLInputElement>(null);

  function take() {
    if (!input.current) return;
    onChoose([...(input.current.files ?? [])]);
    // So that choosing the same file again, after a correction, fires a change event.
    input.current.value = "";
  }

  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        hidden
        tabIndex={-1}
        aria-label={inputLabel}
        onChange={take}
      />
    </>
  );
}

interface DropAreaProps {
  /** Describes the effect of dropping. */
  label: string;
  onDrop: (files: File[]) => void;
}

/** Accepts files dropped anywhere on the page, and shows that while they hover. */
export function DropArea({ label, onDrop }: DropAreaProps) {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onDrop);

  useEffect(() => {
    // Entering a child also leaves its parent, so a counter is needed to know when the pointer has left the page.
    let depth = 0;
    const show = (change: number) => {
      depth = Math.max(0, depth + change);
      setOver(depth > 0);
    };
    const enter = (event: DragEvent) => {
      if (holdsFiles(event)) show(1);
    };
    const leave = (event: DragEvent) => {
      if (holdsFiles(event)) show(-1);
    };
    const over = (event: DragEvent) => {
      if (holdsFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      show(-depth);
      take([...(event.dataTransfer?.files ?? [])]);
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: over, drop };
    for (const [name, listener] of Object.entries(listeners))
      window.addEventListener(name as keyof typeof listeners, listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        window.removeEventListener(name as keyof typeof listeners, listener);
    };
  }, []);

  if (!isOver) return null;
  return (
    <div aria-hidden className="pointer-events-none fixed inset-0 z-50 bg-overlay p-4">
      <div className="flex size-full flex-col items-center justify-center gap-3 rounded-card border-2 border-dashed border-primary bg-surface text-h2 font-semibold">
        <FileUp className="size-8 text-primary" />
        {label}
      </div>
    </div>
  );
}

function holdsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}
