/**
 * Permitted imports between modules (docs/ARCHITECTURE.md shows the picture). Every rule says what to do instead.
 * Tests and the `testing` folders beside the code are composition roots and may import anything they check.
 */
const { readdirSync, readFileSync } = require("node:fs");
const path = require("node:path");
const { rooms, edge, formats } = require("./tools/lint/rooms.cjs");

const notTests = "\\.test\\.tsx?$|/testing/";
const from = (path, more = {}) => ({ path, pathNot: notTests, ...more });

const escaped = (name) => name.replaceAll(/[()[\].]/g, "\\$&");

const downward = rooms.slice(1).map((room, index) => ({
  name: `${room}-imports-only-downward`,
  severity: "error",
  comment: `The order is ${rooms.join(" → ")}. Move shared code to the lower room, or pass it in as a parameter.`,
  from: from(`^lib/${room}/`),
  to: { path: `^lib/(${rooms.slice(0, index + 1).join("|")})/` },
}));

/**
 * Folders that import each other in a circle, directly or through others. They are compared twice: each folder by the
 * files directly in it, so that a parent and its child count as two, and the folders below one parent with all their
 * content. dependency-cruiser has a rule for neither. Rooms have an order of their own.
 */
const modules = ["app", "components", "db", "e2e", "lib", "scripts", "tools"].flatMap((top) =>
  readdirSync(path.join(__dirname, top), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|[mc]js)$/.test(entry.name))
    .map((entry) => path.relative(__dirname, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .filter((file) => !new RegExp(notTests).test(file)),
);
/** The folders that each folder imports, by the files directly in it. */
const folders = new Map();
/** The same for the folders below each parent, with all that is in them. */
const siblings = new Map();
const note = (imports, folder, imported) => imports.set(folder, (imports.get(folder) ?? new Set()).add(imported));
for (const file of modules) {
  const text = readFileSync(path.join(__dirname, file), "utf8");
  for (const [, name] of text.matchAll(/\b(?:from|import)\s*\(?\s*"((?:@|\.{1,2})\/[^"]+)"/g)) {
    const target = name.startsWith("@/") ? name.slice(2) : path.posix.join(path.posix.dirname(file), name);
    const [folder, imported] = [path.posix.dirname(file), path.posix.dirname(target)];
    if (folder !== imported) note(folders, folder, imported);
    const [left, right] = [file.split("/"), target.split("/")];
    const depth = left.findIndex((part, at) => part !== right[at]);
    // Both continue below the folders in which they differ.
    if (depth < 1 || left.length <= depth + 1 || right.length <= depth + 1) continue;
    const parent = left.slice(0, depth).join("/");
    if (parent === "lib") continue;
    note(siblings, `${parent}/${left[depth]}`, `${parent}/${right[depth]}`);
  }
}
const reachable = (imports, folder, seen = new Set()) => {
  for (const next of imports.get(folder) ?? [])
    if (!seen.has(next)) {
      seen.add(next);
      reachable(imports, next, seen);
    }
  return seen;
};
const circles = (imports, files) =>
  [...imports].flatMap(([folder, targets]) =>
    [...targets]
      .filter((target) => reachable(imports, target).has(folder))
      .map((target) => ({
        name: "no-folder-cycles",
        severity: "error",
        comment: `${folder} and ${target} import each other, directly or through others. Move what both need to the lower one, or the module that composes them to the upper one.`,
        from: from(`^${escaped(folder)}/${files}`),
        to: { path: `^${escaped(target)}/${files}` },
      })),
  );
const folderCycles = [...circles(folders, "[^/]+$"), ...circles(siblings, "")];

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "Merge the two modules, or move what both need to a third.",
      from: {},
      to: { circular: true },
    },
    ...folderCycles,
    {
      name: "no-orphans",
      severity: "error",
      comment: "No module imports this file and it is not an entry point. Delete it or use it.",
      from: {
        orphan: true,
        pathNot: [
          notTests,
          "\\.d\\.ts$",
          "^(app|e2e|scripts|tools)/",
          "^[^/]+\\.(ts|mjs|cjs)$",
          "^lib/engine/(child|child-watchdog)\\.ts$",
        ],
      },
      to: {},
    },
    {
      name: "no-unresolvable",
      severity: "error",
      comment: "The import cannot be resolved: a misspelt path, or a package that package.json does not list.",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "no-unlisted-packages",
      severity: "error",
      comment: "Add the package to package.json, pinned. Do not rely on a dependency of a dependency.",
      from: { path: "^(app|components|db|lib|scripts|tools)/" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "no-development-packages-in-the-product",
      severity: "error",
      comment: "The product may use `dependencies` only. Move the package there, or the import to a test.",
      from: from("^(app|components|db|lib)/"),
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "db-imports-nothing-of-ours",
      severity: "error",
      comment: "Tables contain no rules. Put the rule into a room of lib and the column type into db/schema.",
      from: from("^db/"),
      to: { path: "^(app|components|lib|scripts|tools)/" },
    },
    ...downward,
    {
      name: "formats-do-not-use-the-database",
      severity: "error",
      comment: "These rooms take what they need as parameters. The caller reads and writes the database.",
      from: from(`^lib/(${formats.join("|")})/`),
      to: { path: "^(app|components|db|scripts|tools)/|^lib/platform/config\\.ts$" },
    },
    {
      name: "pdf-and-x509-do-not-use-each-other",
      severity: "error",
      comment: "PAdES brings the two together. Move the code to lib/pades.",
      from: from("^lib/x509/"),
      to: { path: "^lib/pdf/" },
    },
    {
      name: "use-cases-do-not-use-the-web-edge",
      severity: "error",
      comment: "A use case takes (ctx, actor, input). Read what it needs from ctx.request or the input.",
      from: from(`^lib/(?!(${edge.join("|")})/|platform/locale/|platform/next/)[^/]+/`),
      to: { path: "^(app|components|scripts|tools)/|^lib/runtime\\.ts|^node_modules/(next|react)/" },
    },
    {
      name: "use-cases-take-everything-from-ctx",
      severity: "error",
      comment: "Configuration and connections come through ctx, so that a test can pass its own.",
      from: from(`^lib/(?!(${edge.join("|")})/)[^/]+/`),
      to: { path: "^lib/platform/config\\.ts$|^lib/runtime\\.ts$|^db/client\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "delivery-is-called-through-the-outbox",
      severity: "error",
      comment: "Enqueue a job instead of calling webhooks or notifications. The runtime connects them.",
      from: from("^lib/(?!delivery/|api/|runtime)"),
      to: {
        path: "^lib/delivery/(webhooks|notifications)/",
        pathNot: "/schema\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "operations-are-data",
      severity: "error",
      comment: "An operation describes the interface. The route binds it to a use case.",
      from: from("^lib/api/(operations|examples)/"),
      to: {
        path: "^(app|components|db|scripts|tools)/|^lib/",
        pathNot:
          "^lib/(api/|platform/(errors|ids|limits|plain-text)\\.ts$|platform/geometry/|.*(schema|-choices)\\.ts$)",
      },
    },
    {
      name: "app-only-binds",
      severity: "error",
      comment: "Pages and routes call use cases and render the result. Tables, engines and drivers stay behind them.",
      from: from("^app/"),
      to: { path: `^(db|scripts|tools)/|^lib/(${formats.join("|")})/|^lib/platform/(blobs/|secrets/|outbound)` },
    },
    {
      name: "components-are-isomorphic",
      severity: "error",
      comment:
        "A component runs in the browser too. It may import types of schemas, pure states, geometry and messages.",
      from: from("^components/"),
      to: {
        path: "^(app|db|scripts|tools)/|^lib/",
        pathNot:
          "^lib/(platform/(geometry|locale|field-rules)/|platform/(brand|plain-text|signature-appearance|signed-texts|violation-codes)\\.ts$|.*/(schema|status|method-names|[a-z-]+-choices)\\.ts$)",
      },
    },
    {
      name: "only-composition-roots-open-the-database",
      severity: "error",
      comment: "Use ctx.db. Only the runtime, scripts and tools create a pool.",
      from: from("^(app|components|lib)/", { pathNot: `${notTests}|^lib/runtime` }),
      to: { path: "^db/client\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "the-client-imports-nothing-of-ours",
      severity: "error",
      comment: "sdk/ is installed by others. Its only source is the API's description.",
      from: from("^sdk/"),
      to: { path: "^(app|components|db|lib|scripts|tools)/" },
    },
    {
      name: "the-product-needs-no-client",
      severity: "error",
      comment: "Pages call the API through components/api/call.ts, and the server calls use cases.",
      from: from("^(app|components|db|lib)/"),
      to: { path: "^sdk/" },
    },
    {
      name: "product-never-imports-tests",
      severity: "error",
      comment: "Fixtures belong to tests. Move what the product needs out of `testing`.",
      from: from("^(app|components|db|lib)/"),
      to: { path: notTests },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(\\.next|dist|\\.data|test-results)/" },
    tsConfig: { fileName: "tsconfig.json" },
    // "specify" would compile each file as well, to tell which imports are left. No rule needs that.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
