import type { LookBudget } from "@/lib/pdf/content/budget";
import { ContentTokens } from "@/lib/pdf/content/content-tokens";
import type { PdfDocument } from "@/lib/pdf/document";
import type { IndirectObject, Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { DrawingWatch } from "./drawing-watch";
import type { Oddity } from "./oddity";
import { JudgedResources, PlainResources, type StreamKind } from "./plain-resources";
import { judgeSpace } from "./plain-space";

/**
 * Boxes that only some programs use for showing or printing (ISO 32000-2, table 147). Without them, all programs use
 * the crop box.
 */
const VIEWER_AREAS: readonly string[] = ["ViewArea", "ViewClip", "PrintArea", "PrintClip"];

/** Features on the pages of one document that programs are known to draw differently. */
export class DocumentDrawing {
  private readonly judged: JudgedResources;
  private oddities = new Set<Oddity>();
  /** The oddities of the current page, or of a stream that is checked once for all pages. */
  private collector = this.oddities;
  private isFirstPage = true;

  constructor(
    private readonly document: PdfDocument,
    private readonly budget: LookBudget,
  ) {
    this.judged = new JudgedResources(document, budget, this.note, (object, resources, kind) =>
      this.watchStream(object, resources, kind),
    );
  }

  readonly note = (oddity: Oddity): void => {
    this.collector.add(oddity);
  };

  beginPage(page: Located<PdfDict>): void {
    const group = this.document.dict(page.value.entries.get("Group"), page.bytes);
    this.judged.isPageOfInks =
      group !== null &&
      group.value.entries.has("CS") &&
      judgeSpace(this.document, group.value.entries.get("CS"), group.bytes).isInk;
    this.oddities = new Set();
    this.collector = this.oddities;
    if (this.isFirstPage && this.hasViewerAreas()) {
      this.note("viewer_preferences");
    }
    if (this.isFirstPage && !this.listsPlainLayers()) {
      this.note("layer");
    }
    this.isFirstPage = false;
  }

  /** Oddities found since the start of the page. */
  get found(): readonly Oddity[] {
    return [...this.oddities];
  }

  /** A watch for one content stream. `outer` watches the content that draws it as a form. */
  watch(resources: Located<PdfDict> | null, outer: DrawingWatch | null = null): DrawingWatch {
    return new DrawingWatch(new PlainResources(this.judged, resources), this.note, { outer });
  }

  private watchStream(object: IndirectObject, resources: Located<PdfDict> | null, kind: StreamKind): readonly Oddity[] {
    const before = this.collector;
    const own = new Set<Oddity>();
    this.collector = own;
    try {
      const watch = new DrawingWatch(new PlainResources(this.judged, resources), this.note, { kind });
      const tokens = new ContentTokens(this.budget.decode(this.document, object));
      for (let operator = tokens.next(); operator !== null; operator = tokens.next()) {
        this.budget.spend();
        watch.see(operator, tokens.operands);
      }
      watch.end();
    } finally {
      this.collector = before;
    }
    return [...own];
  }

  private hasViewerAreas(): boolean {
    const catalog = this.document.catalog();
    const preferences = this.document.dict(catalog.value.entries.get("ViewerPreferences"), catalog.bytes);
    return VIEWER_AREAS.some((key) => {
      const area = preferences?.value.entries.get(key);
      return area !== undefined && this.document.name(area) !== "CropBox";
    });
  }

  /**
   * Whether the default configuration lists the layers that are on or off as references, and is the only one. In any
   * other form, programs disagree on which layers are meant, and MuPDF uses an alternate configuration. A signed file
   * keeps it.
   */
  private listsPlainLayers(): boolean {
    const { document } = this;
    const catalog = document.catalog();
    const properties = document.dict(catalog.value.entries.get("OCProperties"), catalog.bytes);
    const settings = properties && document.dict(properties.value.entries.get("D"), properties.bytes);
    const others = properties && document.array(properties.value.entries.get("Configs"), properties.bytes);
    const isOnly = (others?.value.items.length ?? 0) === 0;
    return (
      isOnly &&
      ["ON", "OFF"].every((key) => {
        const value = settings?.value.entries.get(key);
        const list = settings && document.array(value, settings.bytes);
        return value === undefined || list?.value.items.every((item) => item.kind === "ref") === true;
      })
    );
  }
}
