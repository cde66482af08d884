import { createContext, useContext } from "react";
import type { SignatureType } from "@/components/signature/signature-type";
import type { LinkSigner } from "@/lib/signing/schema";
import type { FieldValues } from "./field-state";
import type { ImageSlot } from "./signature-images";

/** What the boxes on the pages show and change. */
export interface Fill {
  signer: LinkSigner;
  values: FieldValues;
  setValue: (id: number, value: string | boolean) => void;
  slots: Record<SignatureType, ImageSlot>;
  openPad: (type: SignatureType) => void;
  /** Blank boxes that were asked for in vain. */
  flagged: ReadonlySet<number>;
  noteFocus: (id: number) => void;
}

const FillContext = createContext<Fill | null>(null);

export const FillProvider = FillContext.Provider;

export function useFill(): Fill {
  const fill = useContext(FillContext);
  if (!fill) throw new Error("a box stands outside of its page");
  return fill;
}
