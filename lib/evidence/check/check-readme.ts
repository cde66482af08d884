import { bundleReadme } from "../bundle-readme";
import type { ChainDocument } from "../schema";
import type { Findings } from "./check-certificates";

/** The lines of README.txt that state facts, in every version of it (docs/EVIDENCE-FORMAT.md). */
const factLines: Readonly<Record<string, (chain: ChainDocument) => string>> = {
  "Document ID": ({ file }) => file.uuid,
  "SHA-256 of upload": ({ file }) => file.originalSha256,
  "Audit trail head": ({ sealed }) => sealed?.hash ?? "not sealed",
  "Made by": ({ service }) => service,
};

/** Its facts have to be the chain's. Another version may have written the rest in other words, so that a difference there is a note. */
export function checkReadme(text: string, chain: ChainDocument | null): Findings {
  if (chain === null) return { problems: [], notes: ["README.txt could be compared with no chain"] };
  const problems = Object.entries(factLines).flatMap(([label, fact]) => {
    const said = [...text.matchAll(new RegExp(`^${label} {2,}(.*?)\\r?$`, "gm"))].map(([, value]) => value);
    return said.every((value) => value === fact(chain)) ? [] : [`README.txt states another “${label}” than the chain`];
  });
  const isWritten = text === bundleReadme(chain);
  return {
    problems,
    notes: isWritten
      ? []
      : [
          "README.txt is not the text that this version writes for this chain: beyond its facts, what it says was not checked",
        ],
  };
}
