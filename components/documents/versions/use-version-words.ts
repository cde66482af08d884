import { useTranslations } from "next-intl";
import type { RevisionWire } from "@/lib/files/schema";
import { isolate } from "@/lib/locale/isolate";

/** What a signed version is called; `insideOf`: a sentence that says what is in it. */
export function useVersionWords(): {
  nameOf: (version: RevisionWire) => string;
  insideOf: (version: RevisionWire) => string;
} {
  const words = useTranslations("documents.versions");
  const name = ({ signer }: RevisionWire): string => (signer === null ? words("somebody") : isolate(signer));
  return {
    nameOf: (version) => words(`name.${version.kind}`, { name: name(version) }),
    insideOf: (version) => words(`inside.${version.kind}`, { name: name(version) }),
  };
}
