import { useEffect, useState } from "react";
import { plainFamily } from "@/components/signature-pad/script-faces";

/** The letters that the page's own fonts and those of every device have. */
const EVERYWHERE = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** A text for which faces are loaded; empty for one that every device can show. */
export function lettersToLoad(text: string): string {
  return EVERYWHERE.test(text) ? "" : text;
}

/** The CSS fonts of a text in a field: `own`, and the faces that the PDF draws other scripts with, which a device may lack. */
export function useScriptFamily(text: string, own: string | undefined): string | undefined {
  const [family, setFamily] = useState<string | null>(null);
  const letters = lettersToLoad(text);
  useEffect(() => {
    if (letters === "") return;
    let isOver = false;
    void plainFamily(letters).then((loaded) => {
      if (!isOver) setFamily(loaded);
    });
    return () => {
      isOver = true;
    };
  }, [letters]);
  return family === null || letters === "" ? own : `${own ?? "var(--font-sans)"}, ${family}`;
}
