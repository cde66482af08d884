import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { appended, type Mutation } from "./mutation";

const xmp = Buffer.from("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>");

/** Changes always permitted by docs/spec/verification.md#checks-that-decide. None of them is visible on a page. */
export const permittedChanges: readonly Mutation[] = [
  appended("a revision that changes nothing", (target) => target.revision.add("null")),
  appended("the metadata are rewritten", (target) =>
    target.edit(target.catalog, { Metadata: pdfRef(target.revision.addStream("/Type/Metadata/Subtype/XML", xmp)) }),
  ),
  appended("an extension is named", (target) =>
    target.edit(target.catalog, { Extensions: "<</ESIC<</BaseVersion/1.7/ExtensionLevel 5>>>>" }),
  ),
  appended("validation data are added", (target) => {
    const certificate = target.revision.addStream("", Buffer.from("garbage"));
    target.edit(target.catalog, { DSS: `<</Type/DSS/Certs[${pdfRef(certificate)}]>>` });
  }),
  appended("the form repeats that it contains signatures", (target) => target.edit(target.form, { SigFlags: "3" })),
  { name: "white space is appended", apply: (bytes) => Buffer.concat([bytes, Buffer.from("\r\n")]) },
];
