import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfArray, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";

/**
 * In which of six cases something is visible. Readers evaluate optional content in three ways, on the screen (bits 0
 * to 2) and on paper (bits 3 to 5): by the default configuration alone (as poppler does), with the usages that /AS
 * applies (8.11.4.5), or by the usage of each group whether /AS names it or not (as PDFium does).
 */
export type Visibility = number;

export const ALWAYS: Visibility = 0b11111111;
export const ON_SCREEN: Visibility = 0b000111;
export const ON_PAPER: Visibility = 0b111000;
/**
 * Set if it does not depend on the zoom, or, for the second flag, on the language or user configured in a reader
 * (8.11.4.4).
 */
export const AT_ANY_ZOOM: Visibility = 0b1000000;
export const FOR_EVERYBODY: Visibility = 0b10000000;
const MEDIA = ON_SCREEN | ON_PAPER;
const BY_AUTOMATION = 0b010010;
const BY_USAGE = 0b100100;
const MAX_DEPTH = 16;

/** The visibility of content in an optional content group or membership dictionary (8.11.2). */
export type LayerStates = (value: PdfValue | undefined, bytes: Buffer) => Visibility;

export function layerStates(document: PdfDocument): LayerStates {
  const catalog = document.catalog();
  const properties = document.dict(catalog.value.entries.get("OCProperties"), catalog.bytes);
  return properties === null ? () => ALWAYS : membershipsOf(document, new GroupStates(document, properties));
}

function membershipsOf(document: PdfDocument, groups: GroupStates): LayerStates {
  return (value, bytes) => {
    const layer = document.dict(value, bytes);
    if (layer === null) {
      return ALWAYS;
    }
    if (document.name(layer.value.entries.get("Type")) !== "OCMD") {
      return groups.stateOf(layer);
    }
    const expression = document.array(layer.value.entries.get("VE"), layer.bytes);
    return expression === null ? byPolicy(document, groups, layer) : evaluate(document, groups, expression, 0);
  };
}

function byPolicy(document: PdfDocument, groups: GroupStates, layer: Located<PdfDict>): Visibility {
  const own = layer.value.entries.get("OCGs");
  const list = document.array(own, layer.bytes);
  const states = (list?.value.items ?? [own])
    .flatMap((item) => document.dict(item, (list ?? layer).bytes) ?? [])
    .map((group) => groups.stateOf(group));
  if (states.length === 0) {
    return ALWAYS;
  }
  const all = states.reduce((one, other) => one & other);
  const any = states.reduce((one, other) => one | other);
  switch (document.name(layer.value.entries.get("P"))) {
    case "AllOn":
      return all;
    case "AnyOff":
      return ALWAYS & ~all;
    case "AllOff":
      return ALWAYS & ~any;
    default:
      return any;
  }
}

/** A visibility expression ([/And …], [/Or …], [/Not x]) of groups and expressions. */
function evaluate(
  document: PdfDocument,
  groups: GroupStates,
  { value, bytes }: Located<PdfArray>,
  depth: number,
): Visibility {
  const operands =
    depth > MAX_DEPTH
      ? []
      : value.items.slice(1).map((item) => {
          const nested = document.array(item, bytes);
          const group = document.dict(item, bytes);
          return nested ? evaluate(document, groups, nested, depth + 1) : group ? groups.stateOf(group) : ALWAYS;
        });
  switch (document.name(value.items[0])) {
    case "And":
      return operands.reduce((one, other) => one & other, ALWAYS);
    case "Or":
      return operands.reduce((one, other) => one | other, 0);
    case "Not":
      return ALWAYS & ~(operands[0] ?? 0);
    default:
      return ALWAYS;
  }
}

class GroupStates {
  private readonly base: Visibility;
  private readonly on: ReadonlySet<number>;
  private readonly off: ReadonlySet<number>;
  /** Groups that /AS names, by event and category, such as `Print/View`. */
  private readonly automatic = new Map<string, ReadonlySet<number>>();
  private readonly known = new Map<number, Visibility>();

  constructor(
    private readonly document: PdfDocument,
    properties: Located<PdfDict>,
  ) {
    const settings = document.dict(properties.value.entries.get("D"), properties.bytes);
    this.base = document.name(settings?.value.entries.get("BaseState")) === "OFF" ? 0 : ALWAYS;
    this.on = this.numbers(settings, "ON");
    this.off = this.numbers(settings, "OFF");
    const list = settings && document.array(settings.value.entries.get("AS"), settings.bytes);
    for (const item of list?.value.items ?? []) {
      const automation = list && document.dict(item, list.bytes);
      if (automation) {
        this.addAutomation(automation);
      }
    }
  }

  stateOf(group: Located<PdfDict>): Visibility {
    const known = group.num === null ? undefined : this.known.get(group.num);
    const state = known ?? this.compute(group);
    if (group.num !== null) {
      this.known.set(group.num, state);
    }
    return state;
  }

  private compute(group: Located<PdfDict>): Visibility {
    const num = group.num ?? -1;
    let state = this.off.has(num) ? 0 : this.on.has(num) ? ALWAYS : this.base;
    const usage = this.document.dict(group.value.entries.get("Usage"), group.bytes);
    if (usage === null) {
      return state;
    }
    const depends =
      (hasZoomRange(this.document, usage) ? AT_ANY_ZOOM : 0) |
      (["Language", "User"].some((key) => usage.value.entries.has(key)) ? FOR_EVERYBODY : 0);
    const uses: [string, string, Visibility][] = [
      ["View", "View", ON_SCREEN],
      ["Print", "Print", ON_PAPER],
      ["View", "Print", ON_SCREEN],
      ["Print", "View", ON_PAPER],
    ];
    for (const [event, category, medium] of uses) {
      const wanted = this.usageState(usage, category);
      const isAutomatic = this.automatic.get(`${event}/${category}`)?.has(num) ?? false;
      // Without /AS, only the usage with the same name counts.
      const cases = medium & ((isAutomatic ? BY_AUTOMATION : 0) | (event === category ? BY_USAGE : 0));
      if (wanted !== null) {
        state = wanted ? state | cases : state & ~cases;
      }
    }
    return (state & MEDIA) === 0 ? 0 : (state | AT_ANY_ZOOM | FOR_EVERYBODY) & ~depends;
  }

  /** /ViewState or /PrintState of a usage, or null if there is none. */
  private usageState(usage: Located<PdfDict>, category: string): boolean | null {
    const entry = this.document.dict(usage.value.entries.get(category), usage.bytes);
    const state = this.document.name(entry?.value.entries.get(`${category}State`));
    return state === null ? null : state !== "OFF";
  }

  private addAutomation(automation: Located<PdfDict>): void {
    const event = this.document.name(automation.value.entries.get("Event")) ?? "";
    const categories = this.document.array(automation.value.entries.get("Category"), automation.bytes);
    for (const category of categories?.value.items ?? []) {
      const key = `${event}/${this.document.name(category) ?? ""}`;
      this.automatic.set(key, new Set([...(this.automatic.get(key) ?? []), ...this.numbers(automation, "OCGs")]));
    }
  }

  private numbers(holder: Located<PdfDict> | null, key: string): Set<number> {
    const list = holder && this.document.array(holder.value.entries.get(key), holder.bytes);
    return new Set(list?.value.items.flatMap((item) => (item.kind === "ref" ? [item.num] : [])) ?? []);
  }
}

/** Programs that support it show such a layer only between two zoom factors. */
function hasZoomRange(document: PdfDocument, usage: Located<PdfDict>): boolean {
  const zoom = document.dict(usage.value.entries.get("Zoom"), usage.bytes);
  return (
    (document.number(zoom?.value.entries.get("min")) ?? 0) > 0 ||
    document.number(zoom?.value.entries.get("max")) !== null
  );
}
