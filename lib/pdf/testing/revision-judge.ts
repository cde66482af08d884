import { isDeepStrictEqual } from "node:util";
import { asDict, objectsOf, referencesIn, resolve, typeOf, type Json, type Objects } from "./qpdf-objects";

/*
 * A check of revisions that shares no line with the product: qpdf reads both states of a file, and only signing and
 * filling in the given fields is permitted. Its rules are those of docs/spec/signing.md#preparation for a document that
 * was uploaded with signatures.
 */

const formKeys = new Set(["/Fields", "/SigFlags", "/DR", "/DA"]);
const catalogKeys = new Set(["/AcroForm", "/DSS", "/Extensions"]);
const fillKeys = new Set(["/V", "/AP", "/AS", "/M"]);
const structure = new Set(["/ObjStm", "/XRef"]);
const structureRootKeys = new Set(["/K", "/ParentTree", "/ParentTreeNextKey"]);
const numberTreeKeys = new Set(["/Nums", "/Kids", "/Limits"]);

/**
 * Changes in a later state of a file other than signing and filling in fields whose names `isOurs` accepts; empty if
 * there are none.
 */
export function complaintsAbout(before: Buffer, after: Buffer, isOurs: (field: string) => boolean): string[] {
  const judge = new Judge(objectsOf(before), objectsOf(after), isOurs);
  return judge.complaints();
}

class Judge {
  private readonly found: string[] = [];

  constructor(
    private readonly was: Objects,
    private readonly is: Objects,
    private readonly isOurs: (field: string) => boolean,
  ) {}

  complaints(): string[] {
    this.judgeTrailer();
    const named = referencesIn([...this.was.values()]);
    for (const [key, value] of this.is) {
      if (!this.was.has(key) && named.has(key)) {
        this.found.push(`object ${key} was named before and is filled in now`);
      }
      if (this.was.has(key) && key !== "trailer" && !isDeepStrictEqual(this.was.get(key), value)) {
        this.judgeObject(key);
      }
    }
    for (const [key, value] of this.was) {
      if (!this.is.has(key) && !structure.has(typeOf(value) ?? "")) {
        this.found.push(`object ${key} is gone`);
      }
    }
    return this.found;
  }

  private judgeTrailer(): void {
    const [was, is] = [asDict(this.was.get("trailer")), asDict(this.is.get("trailer"))];
    for (const key of ["/Root", "/Info", "/Encrypt"]) {
      if (!isDeepStrictEqual(was[key], is[key])) {
        this.found.push(`the trailer's ${key} changed`);
      }
    }
    const [one, other] = [was["/ID"], is["/ID"]];
    if (Array.isArray(one) && !(Array.isArray(other) && one[0] === other[0])) {
      this.found.push("the file's identifier changed");
    }
  }

  private judgeObject(key: string): void {
    const [was, is] = [this.was.get(key) ?? null, this.is.get(key) ?? null];
    const root = asDict(this.was.get("trailer"))["/Root"];
    if (Array.isArray(was) && Array.isArray(is)) {
      this.judgeList(`the list ${key}`, was, is);
    } else if (key === root) {
      this.judgeKeys("the catalog", was, is, catalogKeys);
      this.judgeForm(asDict(was)["/AcroForm"], asDict(is)["/AcroForm"]);
    } else if (key === asDict(resolve(this.was, root))["/AcroForm"]) {
      this.judgeForm(key, key);
    } else if (typeOf(was) === "/Page") {
      this.judgeKeys(`the page ${key}`, was, is, new Set(["/Annots"]));
      this.judgeList(
        `the annotations of ${key}`,
        this.list(this.was, asDict(was)["/Annots"]),
        this.list(this.is, asDict(is)["/Annots"]),
      );
    } else if (typeOf(was) === "/StructTreeRoot") {
      this.judgeKeys("the structure", was, is, structureRootKeys);
      this.judgeKids("the structure", was, is);
    } else if (asDict(was)["/S"] !== undefined && asDict(was)["/P"] !== undefined) {
      this.judgeKeys(`the element ${key}`, was, is, new Set(["/K"]));
      this.judgeKids(`the element ${key}`, was, is);
    } else if (key === asDict(resolve(this.was, root))["/Extensions"]) {
      this.judgeKeys("the extensions", was, is, new Set(["/ESIC"]));
    } else if (key === this.parentTree()) {
      this.judgeKeys("the parent tree", was, is, numberTreeKeys);
      this.judgeNumbers(
        "the parent tree",
        this.list(this.was, asDict(was)["/Nums"]),
        this.list(this.is, asDict(is)["/Nums"]),
      );
      this.judgeLeaves(this.list(this.was, asDict(was)["/Kids"]), this.list(this.is, asDict(is)["/Kids"]));
    } else if (this.isOurs(nameOf(was)) && nameOf(was) === nameOf(is) && asDict(was)["/V"] === undefined) {
      this.judgeKeys(`our field ${key}`, was, is, fillKeys);
    } else {
      this.found.push(`object ${key} changed (${typeOf(was) ?? "no type"})`);
    }
  }

  private judgeForm(wasAt: Json | undefined, isAt: Json | undefined): void {
    const [was, is] = [asDict(resolve(this.was, wasAt)), asDict(resolve(this.is, isAt))];
    this.judgeKeys("the form", was, is, formKeys);
    this.judgeList("the form's fields", this.list(this.was, was["/Fields"]), this.list(this.is, is["/Fields"]));
  }

  private judgeKeys(what: string, was: Json, is: Json, allowed: ReadonlySet<string>): void {
    const [one, other] = [asDict(was), asDict(is)];
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      if (!allowed.has(key) && !isDeepStrictEqual(one[key], other[key])) {
        this.found.push(`${what} changed in ${key}`);
      }
    }
  }

  /** Existing entries keep their order; new ones are fields of ours, appended. */
  private judgeList(what: string, was: readonly Json[], is: readonly Json[]): void {
    const isKept = was.every((item, index) => isDeepStrictEqual(item, is[index]));
    const areOurs = is
      .slice(was.length)
      .every(
        (item) =>
          typeof item === "string" &&
          !this.was.has(item) &&
          (this.isSignatureField(item) || this.isWidgetElement(item)),
      );
    if (!isKept || !areOurs) {
      this.found.push(`${what} changed by more than signature fields of ours`);
    }
  }

  /** The kids of an element keep their order and may be followed by elements of our widgets. */
  private judgeKids(what: string, was: Json, is: Json): void {
    const [old, now] = [this.kids(this.was, was), this.kids(this.is, is)];
    const isKept = old.every((item, index) => isDeepStrictEqual(item, now[index]));
    if (!isKept || !now.slice(old.length).every((item) => this.isWidgetElement(item))) {
      this.found.push(`${what} changed by more than elements of our fields`);
    }
  }

  /** Numbers of the parent tree remain unchanged; new ones refer to elements of our widgets. */
  private judgeNumbers(what: string, was: readonly Json[], is: readonly Json[]): void {
    const isKept = was.every((item, index) => isDeepStrictEqual(item, is[index]));
    const added = is.slice(was.length);
    if (
      !isKept ||
      !added.every((item, index) => (index % 2 === 0 ? typeof item === "number" : this.isWidgetElement(item)))
    ) {
      this.found.push(`${what} changed by more than numbers of our fields`);
    }
  }

  /** Leaves of the parent tree remain; a new one contains only numbers of our fields. */
  private judgeLeaves(was: readonly Json[], is: readonly Json[]): void {
    if (!was.every((item, index) => isDeepStrictEqual(item, is[index]))) {
      this.found.push("the parent tree lost leaves");
    }
    for (const leaf of is.slice(was.length)) {
      this.judgeNumbers(
        "a new leaf of the parent tree",
        [],
        this.list(this.is, asDict(resolve(this.is, leaf))["/Nums"]),
      );
    }
  }

  private parentTree(): Json | undefined {
    const catalog = asDict(resolve(this.was, asDict(this.was.get("trailer"))["/Root"]));
    return asDict(resolve(this.was, catalog["/StructTreeRoot"]))["/ParentTree"];
  }

  /** A new element without text that refers to the widget of a signature field of ours. */
  private isWidgetElement(key: Json): boolean {
    const element = typeof key === "string" && !this.was.has(key) ? asDict(this.is.get(key)) : {};
    const target = asDict(resolve(this.is, element["/K"]))["/Obj"];
    return (
      element["/S"] === "/Form" &&
      !["/Alt", "/ActualText", "/E"].some((name) => name in element) &&
      typeof target === "string" &&
      this.isSignatureField(target)
    );
  }

  private kids(objects: Objects, element: Json): Json[] {
    const kids = asDict(element)["/K"];
    const found = resolve(objects, kids);
    return Array.isArray(found) ? found : kids === undefined ? [] : [kids];
  }

  private isSignatureField(key: string): boolean {
    const field = asDict(this.is.get(key));
    return field["/FT"] === "/Sig" && this.isOurs(nameOf(field));
  }

  private list(objects: Objects, value: Json | undefined): Json[] {
    const found = resolve(objects, value);
    return Array.isArray(found) ? found : [];
  }
}

function nameOf(value: Json): string {
  const name = asDict(value)["/T"];
  return typeof name === "string" ? name.replace(/^u:/, "") : "";
}
