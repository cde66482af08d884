import {
  asDict,
  asList,
  contentOf,
  dictOf,
  isStream,
  resolve,
  textIn,
  type Dict,
  type Json,
  type Objects,
} from "./qpdf-objects";

/** A PDF/A file to be checked. */
export interface Case {
  objects: Objects;
  part: number;
  intent: Intent;
}

export type Intent = "rgb" | "cmyk" | "gray" | null;

type Device = "/DeviceGray" | "/DeviceRGB" | "/DeviceCMYK";

const BY_OPERATOR: Readonly<Record<string, Device>> = {
  g: "/DeviceGray",
  G: "/DeviceGray",
  rg: "/DeviceRGB",
  RG: "/DeviceRGB",
  k: "/DeviceCMYK",
  K: "/DeviceCMYK",
};
const PAINTING = new Set(["f", "F", "f*", "S", "s", "B", "B*", "b", "b*", "Tj", "TJ", "'", '"', "sh"]);
const MOST_SAVED_STATES = 28;
const SHORT: Readonly<Record<string, string>> = { "/G": "/DeviceGray", "/RGB": "/DeviceRGB", "/CMYK": "/DeviceCMYK" };

/**
 * Device colours without a matching output intent (ISO 19005-1, 6.2.3.3 and ISO 19005-2, 6.2.4.3), in every image and
 * in the content of every form XObject. Forbidden entries in images and form XObjects (ISO 19005-1, 6.2.4 to 6.2.7 and
 * ISO 19005-2, 6.2.8 and 6.2.9).
 */
export function colourComplaints({ objects, intent }: Case): string[] {
  return [...objects]
    .filter(([, value]) => isStream(value))
    .flatMap(([key, value]) => {
      const dict = asDict(asDict(value).dict);
      const used =
        dict["/Subtype"] === "/Image"
          ? imageColours(objects, dict)
          : dict["/Subtype"] === "/Form"
            ? formColours(objects, value, dict)
            : [];
      const refused = used.filter((colour) => !isExplained(colour, intent));
      return [...new Set(refused)]
        .map((colour) => `6.2.3/6.2.4.3 ${key}: ${colour}`)
        .concat(objectComplaints(key, dict, value));
    });
}

function isExplained(colour: string, intent: Intent): boolean {
  switch (colour) {
    case "/DeviceGray":
      return intent !== null;
    case "/DeviceRGB":
      return intent === "rgb";
    case "/DeviceCMYK":
      return intent === "cmyk";
    default:
      return !colour.startsWith("nothing");
  }
}

/** A soft mask is not a colour: ISO 32000-2, table 144 prescribes DeviceGray for it. */
function imageColours(objects: Objects, dict: Dict): string[] {
  const isMask = [...objects.values()].some(
    (value) =>
      isStream(value) &&
      objects.get(textIn(asDict(asDict(value).dict)["/SMask"])) !== undefined &&
      dictOf(objects, asDict(asDict(value).dict)["/SMask"]) === dict,
  );
  return isMask ? [] : [familyOf(objects, dict["/ColorSpace"])];
}

function familyOf(objects: Objects, space: Json | undefined): string {
  const found = resolve(objects, space);
  return textIn(Array.isArray(found) ? found[0] : found) || "nothing stated";
}

function formColours(objects: Objects, stream: Json, dict: Dict): string[] {
  const spaces = dictOf(objects, dictOf(objects, dict["/Resources"])["/ColorSpace"]);
  const tokens = contentOf(stream).split(/\s+/);
  const used: string[] = [];
  let isSet = false;
  tokens.forEach((token, index) => {
    const device = BY_OPERATOR[token];
    if (device !== undefined) {
      used.push(device);
      isSet = true;
    } else if (token === "cs" || token === "CS") {
      const name = tokens[index - 1] ?? "";
      used.push(
        SHORT[name] !== undefined && !(name in spaces)
          ? (SHORT[name] ?? "")
          : name.startsWith("/Device")
            ? name
            : familyOf(objects, spaces[name]),
      );
      isSet = true;
    } else if (PAINTING.has(token) && !isSet) {
      used.push("/DeviceGray");
    }
  });
  return used;
}

function objectComplaints(key: string, dict: Dict, stream: Json): string[] {
  const isImage = dict["/Subtype"] === "/Image";
  const isForm = dict["/Subtype"] === "/Form";
  const bad = [...(isImage ? ["/Alternates", "/OPI"] : []), ...(isForm ? ["/OPI", "/Ref", "/PS"] : [])].filter(
    (name) => name in dict,
  );
  const depth = isForm ? deepestState(contentOf(stream)) : 0;
  return [
    ...bad.map((name) => `6.2.4/6.2.5/6.2.8/6.2.9 ${key}: ${name}`),
    ...(isImage && dict["/Interpolate"] === true ? [`6.2.4/6.2.8 ${key}: /Interpolate`] : []),
    ...(dict["/Subtype"] === "/PS" || dict["/Subtype2"] === "/PS" ? [`6.2.7/6.2.9 ${key}: PostScript`] : []),
    ...(depth > MOST_SAVED_STATES ? [`6.1.12/6.1.13 ${key}: q ${depth} deep`] : []),
    ...(isForm && asList(dict["/BBox"]).length !== 4 ? [`32000 8.10.2 ${key}: no /BBox`] : []),
  ];
}

function deepestState(content: string): number {
  let [depth, deepest] = [0, 0];
  for (const token of content.split(/\s+/)) {
    depth += token === "q" ? 1 : token === "Q" ? -1 : 0;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
