import { appended, type Target } from "@/lib/pades/verify/testing/mutations/mutation";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { contentOf, type Abuse } from "./abuse";

const forged = "<</Length 28>>\nstream\n0 g 10 80 580 710 re f       \nendstream";

/** Entries that a later revision may write, each naming an object that the signed revision draws. */
const excuses: Readonly<Record<string, (reference: string) => Record<string, string>>> = {
  "a certificate": (object) => ({ DSS: `<</Type/DSS/Certs[${object}]>>` }),
  "a revocation list": (object) => ({ DSS: `<</Type/DSS/CRLs[${object}]>>` }),
  "an OCSP answer": (object) => ({ DSS: `<</Type/DSS/OCSPs[${object}]>>` }),
  "an entry by signature": (object) => ({ DSS: `<</Type/DSS/VRI<</AAAA ${object}>>>>` }),
  "a certificate of an entry by signature": (object) => ({ DSS: `<</Type/DSS/VRI<</AAAA<</Cert[${object}]>>>>>>` }),
  "the security store": (object) => ({ DSS: object }),
  "the metadata": (object) => ({ Metadata: object }),
  "the extensions": (object) => ({ Extensions: object }),
  "the usage rights": (object) => ({ Perms: `<</UR3 ${object}>>` }),
};

const victims: Readonly<Record<string, (target: Target) => void>> = {
  "the page's content": (target) => target.revision.replace(contentOf(target), 0, forged),
  "the page": (target) =>
    target.edit(target.page, { Contents: pdfRef(target.revision.addStream("", "0 g 10 80 580 710 re f")) }),
};

const numberOf = (target: Target, victim: string): number =>
  victim === "the page" ? target.page.num : contentOf(target);

const excused: readonly Abuse[] = Object.entries(victims).flatMap(([victim, change]) => [
  ...Object.entries(excuses).map(([place, entries]): Abuse => ({
    group: "permits: validation data, metadata, extensions",
    ...appended(`${victim} is named ${place} and written anew`, (target) => {
      change(target);
      const kept = entries(pdfRef(numberOf(target, victim)));
      target.edit(target.catalog, kept);
    }),
  })),
  {
    group: "permits: validation data, metadata, extensions",
    ...appended(`${victim} is named as a font of the form and written anew`, (target) => {
      change(target);
      target.edit(target.form, { DR: `<</Font<</Late ${pdfRef(numberOf(target, victim))}>>>>` });
    }),
  },
]);

const honest: readonly Abuse[] = [
  {
    name: "metadata are written anew",
    change: (target: Target) =>
      target.edit(target.catalog, {
        Metadata: pdfRef(
          target.revision.addStream("/Type/Metadata/Subtype/XML", "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>"),
        ),
      }),
  },
  {
    name: "an extension is named",
    change: (target: Target) =>
      target.edit(target.catalog, { Extensions: "<</ESIC<</BaseVersion/1.7/ExtensionLevel 5>>>>" }),
  },
].map(({ name, change }): Abuse => ({
  group: "permits: validation data, metadata, extensions",
  isHonest: true,
  ...appended(name, change),
}));

export const storeAbuses: readonly Abuse[] = [...excused, ...honest];
