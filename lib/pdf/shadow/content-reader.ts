import type { LookBudget } from "@/lib/pdf/content/budget";
import { ContentTokens, type Operand } from "@/lib/pdf/content/content-tokens";
import {
  boxAround,
  IDENTITY,
  intersection,
  isUpright,
  matrixOf,
  multiply,
  numbersOf,
  type Box,
} from "@/lib/pdf/content/geometry";
import {
  cmyk,
  gray,
  initialState,
  numbersIn,
  rgb,
  type ColourSpace,
  type GraphicsState,
} from "@/lib/pdf/content/graphics-state";
import { ALWAYS, type LayerStates, type Visibility } from "@/lib/pdf/content/layer-states";
import type { AddMark, Mark, NewMark } from "@/lib/pdf/content/marks";
import { PathBuilder } from "@/lib/pdf/content/path-builder";
import { contentOf, Resources, type FontCache } from "@/lib/pdf/content/resources";
import { TextPlacer } from "@/lib/pdf/content/text-placer";
import type { PdfDocument } from "@/lib/pdf/document";
import type { DocumentDrawing } from "@/lib/pdf/drawing/document-drawing";
import type { DrawingWatch } from "@/lib/pdf/drawing/drawing-watch";
import type { IndirectObject, Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { CopiedText } from "./copied-text";
import type { SpokenElements } from "./spoken-elements";

/** Nesting depth of forms. PDFium draws some 40 levels, and deeper content could be anything. */
const MAX_FORMS = 24;
const MAX_STATES = 512;

/** The data that all pages of a document share. */
export interface ReadingRoom {
  document: PdfDocument;
  layers: LayerStates;
  fonts: FontCache;
  budget: LookBudget;
  elements: SpokenElements;
  /** Null when features that programs draw differently are not searched for. */
  drawing: DocumentDrawing | null;
}

/** The context in which a form is drawn. Nulls for the appearance of an annotation. */
interface Outer {
  /** Resources of the content that draws it, for forms without their own. */
  resources: Resources | null;
  /** Its graphics state continues in the form (8.10.1). */
  watch: DrawingWatch | null;
  depth: number;
}

/** Reads content streams into marks, in the order of drawing. Throws `BudgetSpent` at the limits. */
export class ContentReader {
  readonly marks: Mark[] = [];
  /** Null when copied text is not checked. */
  readonly copied: CopiedText | null;
  private order = 0;
  private visibility: Visibility = ALWAYS;
  private annotation: number | null = null;
  /** Forms being read, to skip a recursive form. */
  private readonly openForms = new Set<number>();

  /** @param keepsThin whether the page's hairlines are listed too */
  constructor(
    private readonly room: ReadingRoom,
    private readonly keepsThin = false,
  ) {
    this.copied = room.drawing === null ? null : new CopiedText(room.document, room.elements);
  }

  page(page: Located<PdfDict>, resources: Located<PdfDict> | null, box: Box): void {
    const content = contentOf(this.room.document, page, this.room.budget);
    this.copied?.begin(page);
    this.content(content, new Resources(this.room.document, resources, this.room.fonts), initialState(IDENTITY, box), {
      watch: null,
      depth: 0,
    });
  }

  /** The appearance of an annotation, fitted into its rectangle (12.5.5). */
  appearance(index: number, form: IndirectObject, rect: Box, visibility: Visibility): void {
    const bbox = numbersOf(this.room.document, form, "BBox");
    const own = matrixOf(this.room.document, form);
    const around = boxAround(own, bbox[0] ?? 0, bbox[1] ?? 0, bbox[2] ?? 0, bbox[3] ?? 0);
    const [across, up] = [around[2] - around[0], around[3] - around[1]];
    const [sx, sy] = [across > 0 ? (rect[2] - rect[0]) / across : 1, up > 0 ? (rect[3] - rect[1]) / up : 1];
    this.annotation = index;
    this.visibility = visibility;
    const state = initialState([sx, 0, 0, sy, rect[0] - around[0] * sx, rect[1] - around[1] * sy], rect);
    this.form(form, state, { resources: null, watch: null, depth: 0 });
    this.visibility = ALWAYS;
    this.annotation = null;
  }

  private form(form: IndirectObject, state: GraphicsState, outer: Outer): void {
    const { depth } = outer;
    const { document, fonts } = this.room;
    if (depth > MAX_FORMS) {
      this.room.drawing?.note("xobject");
    }
    if (form.value.kind !== "dict" || depth > MAX_FORMS || this.openForms.has(form.num)) {
      return;
    }
    this.openForms.add(form.num);
    const matrix = multiply(matrixOf(document, form), state.matrix);
    const bbox = numbersOf(document, form, "BBox");
    const clip =
      bbox.length === 4
        ? intersection(state.clip, boxAround(matrix, bbox[0] ?? 0, bbox[1] ?? 0, bbox[2] ?? 0, bbox[3] ?? 0))
        : state.clip;
    const own = document.dict(form.value.entries.get("Resources"), form.bytes);
    const resources = own === null && outer.resources !== null ? outer.resources : new Resources(document, own, fonts);
    const end = this.copied?.begin({ value: form.value, bytes: form.bytes, num: form.num, gen: form.gen });
    this.content(this.room.budget.decode(document, form), resources, { ...state, matrix, clip }, outer);
    end?.();
    this.openForms.delete(form.num);
  }

  private content(
    bytes: Buffer,
    resources: Resources,
    initial: GraphicsState,
    outer: Pick<Outer, "watch" | "depth">,
  ): void {
    const watch = this.room.drawing?.watch(resources.own, outer.watch) ?? null;
    new ContentRun(bytes, resources, initial, {
      room: this.room,
      copied: this.copied,
      watch,
      add: (mark) => this.add(mark),
      enter: (visibility) => {
        const before = this.visibility;
        this.visibility &= visibility;
        return () => (this.visibility = before);
      },
      form: (form, state) => this.form(form, state, { resources, watch, depth: outer.depth + 1 }),
    }).run();
  }

  private add(mark: NewMark): void {
    // A drawing of a thousand hairlines hides nothing and is not a background. Only its visibility may matter.
    const isHairline = mark.kind === "paint" && isThin(mark.box) && !this.keepsThin;
    if (isHairline && this.visibility === ALWAYS && this.annotation === null) {
      return;
    }
    if (mark.kind === "text") {
      this.copied?.show(mark.codes, mark.font);
    }
    this.order += 1;
    const { order, visibility, annotation } = this;
    this.marks.push(Object.assign(mark, { order, visibility, annotation }));
  }
}

const DEVICE_SPACES: ReadonlyMap<string, ColourSpace> = new Map([
  ["g", gray],
  ["G", gray],
  ["rg", rgb],
  ["RG", rgb],
  ["k", cmyk],
  ["K", cmyk],
]);
/** In points. Letters are larger. */
const THIN = 1.5;

function isThin(box: Box): boolean {
  return box[2] - box[0] < THIN || box[3] - box[1] < THIN;
}

interface RunSurroundings {
  room: ReadingRoom;
  copied: CopiedText | null;
  watch: DrawingWatch | null;
  add: AddMark;
  /** Restricts the visibility of the following content. Returns a function that undoes this. */
  enter: (visibility: Visibility) => () => void;
  form: (form: IndirectObject, state: GraphicsState) => void;
}

/** One pass over a content stream, from its first operator to its last. */
class ContentRun {
  private state: GraphicsState;
  private readonly saved: GraphicsState[] = [];
  /** How to leave each open marked-content sequence, innermost last. */
  private readonly open: (() => unknown)[] = [];
  private readonly path: PathBuilder;
  private readonly text: TextPlacer;

  constructor(
    private readonly bytes: Buffer,
    private readonly resources: Resources,
    initial: GraphicsState,
    private readonly around: RunSurroundings,
  ) {
    this.state = { ...initial };
    this.path = new PathBuilder(around.add);
    this.text = new TextPlacer(around.add, resources);
  }

  run(): void {
    const tokens = new ContentTokens(this.bytes);
    for (let operator = tokens.next(); operator !== null; operator = tokens.next()) {
      this.around.room.budget.spend();
      const { operands } = tokens;
      this.around.watch?.see(operator, operands);
      if (!this.path.perform(operator, operands, this.state) && !this.text.perform(operator, operands, this.state)) {
        this.perform(operator, operands);
      }
    }
    this.around.watch?.end();
    this.open
      .splice(0)
      .reverse()
      .forEach((leave) => leave());
  }

  private perform(operator: string, operands: Operand[]): void {
    switch (operator) {
      case "q":
        if (this.saved.length < MAX_STATES) {
          this.saved.push({ ...this.state });
        }
        return;
      case "Q":
        this.state = this.saved.pop() ?? this.state;
        return;
      case "cm":
        return this.transform(numbersIn(operands));
      case "w":
        this.state.lineWidth = numbersIn(operands)[0] ?? 1;
        return;
      case "gs":
        return this.applyState(operands[0]);
      case "Do":
        return this.draw(operands[0]);
      case "BI":
        return this.image(operands[0] instanceof Map && (operands[0].has("/IM") || operands[0].has("/ImageMask")));
      case "sh":
        return this.around.add({
          kind: "paint",
          what: "path",
          box: this.state.clip,
          clip: this.state.clip,
          colour: null,
          isSolid: false,
          isOpaque: false,
          strokes: [],
        });
      case "BMC":
        this.around.copied?.enter(undefined, null);
        return void this.open.push(() => this.around.copied?.leave());
      case "BDC":
        return this.openContent(operands);
      case "EMC":
        return void this.open.pop()?.();
      default:
        return this.colour(operator, operands);
    }
  }

  private transform([a, b, c, d, e, f]: number[]): void {
    if (
      a !== undefined &&
      b !== undefined &&
      c !== undefined &&
      d !== undefined &&
      e !== undefined &&
      f !== undefined
    ) {
      this.state.matrix = multiply([a, b, c, d, e, f], this.state.matrix);
    }
  }

  private openContent([tag, properties]: Operand[]): void {
    const named = tag === "/OC" && typeof properties === "string" ? this.resources.property(properties) : null;
    const leave = this.around.enter(named ? this.around.room.layers(named.value, named.bytes) : ALWAYS);
    this.around.copied?.enter(
      properties,
      named ?? (typeof properties === "string" ? this.resources.property(properties) : null),
    );
    this.open.push(() => [leave(), this.around.copied?.leave()]);
  }

  private colour(operator: string, operands: Operand[]): void {
    const device = DEVICE_SPACES.get(operator);
    const isStroke = operator < "a";
    if (device !== undefined) {
      return this.setColour(isStroke, device, device(numbersIn(operands)));
    }
    switch (operator) {
      case "cs":
      case "CS": {
        const space = this.resources.colourSpace(typeof operands[0] === "string" ? operands[0] : "/");
        return this.setColour(isStroke, space, space([0, 0, 0, 1]));
      }
      case "sc":
      case "scn":
      case "SC":
      case "SCN": {
        const space = isStroke ? this.state.strokeSpace : this.state.fillSpace;
        return this.setColour(
          isStroke,
          space,
          operands.some((operand) => typeof operand === "string") ? null : space(numbersIn(operands)),
        );
      }
      default:
    }
  }

  private setColour(isStroke: boolean, space: ColourSpace, colour: ReturnType<ColourSpace>): void {
    if (isStroke) {
      this.state.strokeSpace = space;
      this.state.stroke = colour;
    } else {
      this.state.fillSpace = space;
      this.state.fill = colour;
    }
  }

  private applyState(name: Operand | undefined): void {
    const { document } = this.around.room;
    const found = typeof name === "string" ? this.resources.state(name) : null;
    if (found === null) {
      return;
    }
    const { entries } = found.value;
    this.state.fillAlpha = document.number(entries.get("ca")) ?? this.state.fillAlpha;
    this.state.strokeAlpha = document.number(entries.get("CA")) ?? this.state.strokeAlpha;
    if (entries.has("SMask") || entries.has("BM")) {
      const blend = document.name(entries.get("BM")) ?? "Normal";
      this.state.isSheer =
        document.dict(entries.get("SMask"), found.bytes) !== null || (blend !== "Normal" && blend !== "Compatible");
    }
    const font = document.array(entries.get("Font"), found.bytes);
    if (font !== null) {
      this.state.font = this.around.room.fonts.get(font.value.items[0], font.bytes);
      this.state.fontSize = document.number(font.value.items[1]) ?? 0;
    }
  }

  private draw(name: Operand | undefined): void {
    const object = typeof name === "string" ? this.resources.xobject(name) : null;
    if (object?.value.kind !== "dict") {
      return;
    }
    const { entries } = object.value;
    const leave = this.around.enter(this.around.room.layers(entries.get("OC"), object.bytes));
    if (this.around.room.document.name(entries.get("Subtype")) === "Image") {
      this.image(["SMask", "Mask", "ImageMask", "SMaskInData"].some((key) => entries.has(key)));
    } else {
      this.around.form(object, this.state);
    }
    leave();
  }

  /** The unit square, as transformed by the matrix (8.9.5). */
  private image(isMasked: boolean): void {
    const { matrix, clip, fillAlpha, isSheer } = this.state;
    const box = intersection(boxAround(matrix, 0, 0, 1, 1), clip);
    const isOpaque = !isMasked && !isSheer && fillAlpha >= 1 && isUpright(matrix);
    this.around.add({
      kind: "paint",
      what: "image",
      box,
      clip,
      colour: null,
      isSolid: isOpaque,
      isOpaque,
      strokes: [],
    });
  }
}
