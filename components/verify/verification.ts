import type { z } from "zod";
import type { signatureRecord, verificationReport } from "@/lib/verification/schema";

export type SignatureRecord = z.infer<typeof signatureRecord> & { pictures?: PictureReport };
export type Report = Omit<z.infer<typeof verificationReport>, "signatures"> & { signatures: SignatureRecord[] };

/** What drawing the signed version and the file as it is now came to. */
export interface PictureReport {
  code: "nothing_later" | "same" | "different" | "partly" | "not_compared";
  /** Nothing but the pictures speaks against this signature. */
  overrules: boolean;
  /** `pages` of `of` were compared. */
  readers: { renderer: Renderer; pages: number; of: number; stopped: "time" | "unreadable" | "too_large" | "busy" | null }[];
  places: PicturePlace[];
}

export type Renderer = "pdfium" | "pdfjs";

/** Points from the top left corner of the page as a reader sees it; pages from 1. */
export interface PicturePlace {
  page: number;
  top: number;
  left: number;
  width: number;
  height: number;
  renderer: Renderer;
}
