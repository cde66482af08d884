import { useRef, useState } from "react";
import type { SignatureType } from "@/components/signature/signature-type";
import { askForRefusedBoxes } from "@/components/signing/fields/check-fields";
import type { ImageSlot } from "@/components/signing/fields/signature-images";
import type { Fields } from "@/components/signing/fields/use-fields";

interface StartOptions {
  u: string;
  fields: Fields;
  /** The images that the boxes take. */
  images: readonly { type: SignatureType; slot: ImageSlot }[];
  onMake: (type: SignatureType) => void;
  /** Nothing is in the way any more. */
  onReady: () => void;
}

/** The press of Sign: it leads to what is blank, to what is not made yet, and to what cannot be written into the document, before any code is sent. */
export function useStart({ u, fields, images, onMake, onReady }: StartOptions): {
  start: () => Promise<void>;
  isChecking: boolean;
} {
  const [isChecking, setChecking] = useState(false);
  const isRunning = useRef(false);
  const start = async () => {
    if (isRunning.current || !fields.check()) return;
    const unmade = images.find(({ slot }) => slot.kind === "none");
    if (unmade) return onMake(unmade.type);
    isRunning.current = true;
    setChecking(true);
    const refused = await askForRefusedBoxes(u, fields.values);
    isRunning.current = false;
    setChecking(false);
    if (refused.length > 0) fields.refuse(refused);
    else onReady();
  };
  return { start, isChecking };
}
