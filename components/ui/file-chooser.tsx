"use client";

import { useRef, type ComponentProps } from "react";
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
