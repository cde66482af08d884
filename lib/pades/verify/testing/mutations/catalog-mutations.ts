import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { appended, missing, type Mutation } from "./mutation";

const entries: [string, string][] = [
  ["OpenAction", "<</S/JavaScript/JS(app.alert(1))>>"],
  ["AA", "<</WC<</S/JavaScript/JS(app.alert(1))>>>>"],
  ["Names", "<</JavaScript<</Names[(x)<</S/JavaScript/JS(app.alert(1))>>]>>>>"],
  ["Names", "<</EmbeddedFiles<</Names[]>>>>"],
  ["Dests", "<</a[0/Fit]>>"],
  ["PageLabels", "<</Nums[0<</P(Annex )>>]>>"],
  ["Outlines", "<</Type/Outlines>>"],
  ["OCProperties", "<</OCGs[]/D<</BaseState/OFF>>>>"],
  ["PageMode", "/FullScreen"],
  ["PageLayout", "/TwoPageLeft"],
  ["ViewerPreferences", "<</HideToolbar true>>"],
  ["Lang", "(de)"],
  ["Collection", "<</View/T>>"],
  ["AF", "[]"],
  ["URI", "<</Base(http://x.test)>>"],
  ["Threads", "[]"],
  ["SpiderInfo", "<<>>"],
  ["OutputIntents", "[<</S/GTS_PDFX/OutputConditionIdentifier(x)>>]"],
  ["PieceInfo", "<<>>"],
  ["Requirements", "[]"],
  ["NeedsRendering", "true"],
  ["MarkInfo", "<</Marked true>>"],
  ["StructTreeRoot", "<</Type/StructTreeRoot/K[]>>"],
  ["Legal", "<<>>"],
  ["Type", "/Page"],
  ["Version", "/1.0"],
  ["Extensions", "<</X<</S/JavaScript/JS(app.alert(1))>>>>"],
  ["Extensions", "<</ESIC[<</BaseVersion/1.7/ExtensionLevel 5/URL<</S/URI/URI(http://x.test)>>>>]>>"],
];

const form: [string, string][] = [
  ["NeedAppearances", "true"],
  ["XFA", "(x)"],
  ["CO", "[]"],
  ["Q", "2"],
  ["DR", "<</XObject<</X<<>>>>>>"],
];

/** Revisions that change how the document opens, runs, is read aloud or navigated. */
export const catalogMutations: readonly Mutation[] = [
  ...entries.map(([key, value]) =>
    appended(`the catalog gets /${key} ${value.slice(0, 20)}`, (target) =>
      target.edit(target.catalog, { [key]: value }),
    ),
  ),
  ...form.map(([key, value]) =>
    appended(`the form gets /${key}`, (target) => target.edit(target.form, { [key]: value })),
  ),
  appended("a layer is switched", (target) => {
    const properties = target.document.dict(target.catalog.value.entries.get("OCProperties"), target.catalog.bytes);
    const layers = properties ? target.items(properties, "OCGs") : missing("layers");
    target.edit(target.catalog, { OCProperties: `<</OCGs[${layers.join(" ")}]/D<</OFF[${layers.join(" ")}]>>>>` });
  }),
  appended("a layer's usage is changed", (target) => {
    const properties = target.document.dict(target.catalog.value.entries.get("OCProperties"), target.catalog.bytes);
    const layer = properties && target.array(properties, "OCGs")?.value.items[0];
    target.edit(layer?.kind === "ref" ? target.object(layer.num) : missing("a layer"), {
      Usage: "<</View<</ViewState/OFF>>>>",
    });
  }),
  appended("the catalog is another object", (target) => {
    const { catalog, revision } = target;
    revision.replace(catalog.num, 0, pdfRef(revision.add(`<</Type/Catalog/Pages ${pdfRef(target.page.num)}>>`)));
  }),
  appended("the catalog names another form", (target) => target.edit(target.catalog, { AcroForm: "<</Fields[]>>" })),
  appended("the catalog's certification is taken out", (target) => {
    target.edit(
      target.catalog,
      target.catalog.value.entries.has("Perms") ? { Perms: null } : missing("a certification"),
    );
  }),
];
