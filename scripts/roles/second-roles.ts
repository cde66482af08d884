import type { Grafts } from "./subject";

/** A second place from which the signed file names an object: one that later revisions may change, or that nobody looks at. */
export interface SecondRole {
  name: string;
  needs: "nothing" | "form" | "tags";
  /** `object` is written as a reference. */
  graft(object: string): Grafts;
}

function role(name: string, graft: (object: string) => Grafts, needs: SecondRole["needs"] = "nothing"): SecondRole {
  return { name, needs, graft };
}

const inCatalog = (name: string, entry: (object: string) => string): SecondRole =>
  role(name, (object) => ({ catalog: entry(object) }));
const inForm = (name: string, entry: (object: string) => string): SecondRole =>
  role(name, (object) => ({ form: entry(object) }), "form");
const inWaiting = (name: string, entry: (object: string) => string): SecondRole =>
  role(name, (object) => ({ signatureField: entry(object) }), "form");
const inText = (name: string, entry: (object: string) => string): SecondRole =>
  role(name, (object) => ({ textField: entry(object) }), "form");
const inTags = (name: string, entry: (object: string) => string): SecondRole =>
  role(name, (object) => ({ structure: entry(object) }), "tags");

/** Each line of the permission rules, as a place; then places that readers ignore. */
export const secondRoles: readonly SecondRole[] = [
  role("nothing else", () => ({})),
  inCatalog("the security store", (v) => `/DSS ${v}`),
  inCatalog("a list of the security store", (v) => `/DSS<</Certs ${v}>>`),
  inCatalog("a certificate of the security store", (v) => `/DSS<</Certs[${v}]>>`),
  inCatalog("a revocation list of the security store", (v) => `/DSS<</CRLs[${v}]>>`),
  inCatalog("an OCSP answer of the security store", (v) => `/DSS<</OCSPs[${v}]>>`),
  inCatalog("an unknown entry of the security store", (v) => `/DSS<</Extra ${v}>>`),
  inCatalog("the entries by signature", (v) => `/DSS<</VRI ${v}>>`),
  inCatalog("an entry by signature", (v) => `/DSS<</VRI<</AAAA ${v}>>>>`),
  inCatalog("a list in an entry by signature", (v) => `/DSS<</VRI<</AAAA<</Cert ${v}>>>>>>`),
  inCatalog("the time stamp of an entry by signature", (v) => `/DSS<</VRI<</AAAA<</TS ${v}>>>>>>`),
  inCatalog("the metadata", (v) => `/Metadata ${v}`),
  inCatalog("the extensions", (v) => `/Extensions ${v}`),
  inCatalog("an extension", (v) => `/Extensions<</ADBE ${v}>>`),
  inCatalog("the usage rights", (v) => `/Perms<</UR3 ${v}>>`),
  inCatalog("the permissions", (v) => `/Perms ${v}`),
  inCatalog("the form", (v) => `/AcroForm ${v}`),
  inCatalog("an entry that no standard knows", (v) => `/Unknown ${v}`),
  inCatalog("the names", (v) => `/Names ${v}`),
  inCatalog(
    "an output intent",
    (v) => `/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(x)/DestOutputProfile ${v}>>]`,
  ),
  role("the information", (v) => ({ trailer: `/Info ${v}` })),
  role("a member of the information", (v) => ({ trailer: `/Info<</Custom ${v}>>` })),
  role("a trailer entry that no standard knows", (v) => ({ trailer: `/Unknown ${v}` })),
  role("a page's private data", (v) => ({ page: `/PieceInfo<</X<</Private ${v}>>>>` })),
  role("a page's thumbnail", (v) => ({ page: `/Thumb ${v}` })),
  role("a page's metadata", (v) => ({ page: `/Metadata ${v}` })),
  role("an image's metadata", (v) => ({ image: `/Metadata ${v}` })),
  inForm("the form's resources", (v) => `/DR ${v}`),
  inForm("the form's fonts", (v) => `/DR<</Font ${v}>>`),
  inForm("a font of the form", (v) => `/DR<</Font<</Helv @Helvetica/X ${v}>>>>`),
  inForm("the form's encodings", (v) => `/DR<</Encoding ${v}>>`),
  inForm("the form's signature frame", (v) => `/DR<</XObject<</FRM ${v}>>>>`),
  inForm("the form's drawings", (v) => `/DR<</XObject ${v}>>`),
  inForm("the form's field list", (v) => `/Fields ${v}`),
  inForm("an entry of the form that no standard knows", (v) => `/Unknown ${v}`),
  inWaiting("a waiting field's appearances", (v) => `/AP ${v}`),
  inWaiting("a waiting field's appearance", (v) => `/AP<</N ${v}>>`),
  inWaiting("a waiting field's value", (v) => `/V ${v}`),
  inWaiting("a waiting field's frame", (v) => `/MK ${v}`),
  inWaiting("a waiting field's seed value", (v) => `/SV ${v}`),
  inText("a text field's appearances", (v) => `/AP ${v}`),
  inText("a text field's appearance", (v) => `/AP<</N ${v}>>`),
  inText("a text field's pressed appearance", (v) => `/AP<</N @TextDrawing/D ${v}>>`),
  inText("a text field's modification date", (v) => `/M ${v}`),
  inText("a text field's appearance state", (v) => `/AS ${v}`),
  inTags("the parent tree's other entry", (v) => `/IDTree ${v}`),
  inTags("the role map", (v) => `/RoleMap ${v}`),
  role("an element's kid", (v) => ({ element: `/C ${v}` }), "tags"),
  inTags("the class map", (v) => `/ClassMap ${v}`),
];
