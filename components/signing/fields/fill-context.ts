import { createContext, useContext } from "react";
import type { SignatureType } from "@/components/signature/signature-type";
import type { LinkSigner } from "@/lib/signing/schema";
import type { FieldFault, FieldValues } from "./field-state";
import type { ImageSlot } from "./signature-images";

/** What the boxes on the pages show and change. */
export interface Fill {
  signer: LinkSigner;
  values: FieldValues;
  setValue: (id: number, value: string | boolean) => void;
  slots: Record<SignatureType, ImageSlot>;
  openPad: (type: SignatureType) => void;
  /** Boxes that were asked for in vain: blank, or with a text that the server refused. */
  flagged: ReadonlyMap<number, FieldFault>;
  noteFocus: (id: number) => void;
}

const FillContext = createContext<Fill | null>(null);

export const FillProvider = FillContext.Provider;

export function useFill(): Fill {
  const fill = useContext(FillContext);
  if (!fill) throw new Error("a box stands outside of its page");
  return fill;
}
