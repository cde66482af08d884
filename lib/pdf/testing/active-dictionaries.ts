import { asDict, isStream, objectsOf, type Json, type Objects } from "./qpdf-objects";

const active = new Set([
  "JavaScript",
  "Launch",
  "SubmitForm",
  "ResetForm",
  "ImportData",
  "Hide",
  "SetOCGState",
  "Sound",
  "Movie",
  "Rendition",
  "Trans",
  "GoTo3DView",
  "RichMediaExecute",
]);
const passive = new Set(["GoTo", "GoToR", "GoToE", "GoToDp", "Thread", "URI", "Named"]);
const atOpening = new Set(["GoTo", "GoToDp", "Named"]);
const media = new Set(["RichMedia", "Screen", "Movie", "Sound", "3D"]);
const rootKeys = ["Collection", "Requirements", "JavaScript", "AlternatePresentations", "Renditions", "Templates"];
const ownerKeys = new Set(["A", "AA", "PA", "Next", "OpenAction"]);

type JsonDict = Record<string, Json>;

/**
 * Everything that qpdf reaches from the trailer and that would run, play or be shown instead of the pages, described in
 * text; empty for a static file. It shares no line with the product: another parser, another traversal, another list.
 */
export function activeDictionaries(pdf: Buffer): string[] {
  const objects = objectsOf(pdf);
  const found: string[] = [];
  const seen = new Set<string>();
  const waiting: { value: Json; key: string; path: string }[] = [
    { value: objects.get("trailer") ?? null, key: "", path: "trailer" },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, key, path } = next;
    if (typeof value === "string" && /^\d+ \d+ R$/.test(value)) {
      // The same object may be used in two places, only one of which runs it.
      const place = `${value} ${ownerKeys.has(key) ? key : ""}`;
      if (!seen.has(place)) {
        seen.add(place);
        waiting.push({ value: objectOf(objects, value), key, path: value });
      }
    } else if (Array.isArray(value)) {
      waiting.push(...value.map((item) => ({ value: item, key, path })));
    } else if (value !== null && typeof value === "object") {
      found.push(...complaintsOf(value, key).map((complaint) => `${complaint} at ${path}`));
      waiting.push(
        ...Object.entries(value).map(([name, entry]) => ({
          value: entry,
          key: childKey(key, name.slice(1)),
          path: `${path}${name}`,
        })),
      );
    }
  }
  return found;
}

/** An object, or the dictionary of a stream. */
function objectOf(objects: Objects, reference: string): Json {
  const object = objects.get(reference) ?? null;
  return isStream(object) ? (asDict(object).dict ?? null) : object;
}

/** Entries of /AA are actions. */
function childKey(key: string, name: string): string {
  return key === "AA" && name.length <= 2 ? "A" : name;
}

function complaintsOf(dict: JsonDict, key: string): string[] {
  const type = nameOf(dict["/S"]);
  const isOwned = ownerKeys.has(key) && key !== "AA";
  const isElement = dict["/P"] !== undefined && !isOwned;
  const complaints: [boolean, string][] = [
    [type !== null && active.has(type) && !isElement, `the action ${type ?? ""}`],
    [
      isOwned && key !== "Next" && type !== null && !active.has(type) && !passive.has(type),
      `the unknown action ${type ?? ""}`,
    ],
    [key === "OpenAction" && type !== null && !atOpening.has(type), "an action at opening that leaves the document"],
    [type !== null && dict["/JS"] !== undefined, "a script"],
    [type !== null && (active.has(type) || passive.has(type)) && dict["/Next"] !== undefined, "a chained action"],
    [type === "Named" && !/^(?:Next|Prev|First|Last)Page$/.test(nameOf(dict["/N"]) ?? ""), "a menu command"],
    [
      /(?:java|vb)script|data:/i.test(
        JSON.stringify([dict["/URI"], dict["/Base"], dict["/FS"] === "/URL" ? dict["/F"] : ""]).replace(/\\[tnr]/g, ""),
      ),
      "an address that runs",
    ],
    [dict["/Rect"] !== undefined && media.has(nameOf(dict["/Subtype"]) ?? ""), "a media annotation"],
    [
      rootKeys.some((name) => (key === "Root" || key === "Names") && dict[`/${name}`] !== undefined),
      "an entry of the catalog",
    ],
  ];
  return complaints.filter(([holds]) => holds).map(([, complaint]) => complaint);
}

function nameOf(value: Json | undefined): string | null {
  return typeof value === "string" && value.startsWith("/") ? value.slice(1) : null;
}
