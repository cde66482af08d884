/**
 * Which module may import which (docs/ARCHITECTURE.md shows the picture). Every rule says what to do instead.
 * Tests and the `testing` folders beside the code are composition roots and may import anything they check.
 */
const { readdirSync } = require("node:fs");
const path = require("node:path");

/** The rooms of `lib`, top to bottom. A room imports only from the rooms below it. */
const rooms = [
  "api",
  "auth",
  "views",
  "verification",
  "evidence",
  "delivery",
  "signing",
  "requests",
  "administration",
  "documents",
  "authority",
  "accounts",
  "records",
  "channels",
  "engine",
  "pades",
  "x509",
  "pdf",
  "platform",
];
/** Rooms that take what they need as parameters: no database, no rules about documents or accounts. */
const formats = ["channels", "engine", "pades", "x509", "pdf"];

const folders = readdirSync(path.join(__dirname, "lib"), { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
);
const unplaced = folders.map((entry) => entry.name).filter((name) => !rooms.includes(name) && name !== "testing");
const missing = rooms.filter((room) => !folders.some((entry) => entry.name === room));
if (unplaced.length > 0 || missing.length > 0)
  throw new Error(
    `lib and its rooms differ. Not placed: ${unplaced.join(", ") || "none"}. Without a folder: ${missing.join(", ") || "none"}.`,
  );

const notTests = "\\.test\\.tsx?$|/testing/";
const from = (path, more = {}) => ({ path, pathNot: notTests, ...more });

const downward = rooms.slice(1).map((room, index) => ({
  name: `${room}-imports-only-downward`,
  severity: "error",
  comment: `The order is ${rooms.join(" → ")}. Move shared code to the lower room, or pass it in as a parameter.`,
  from: from(`^lib/${room}/`, { pathNot: `${notTests}|^lib/platform/context\\.ts$` }),
  to: { path: `^lib/(${rooms.slice(0, index + 1).join("|")})/` },
}));

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "Merge the two modules, or move what both need to a third.",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-orphans",
      severity: "error",
      comment: "No module imports this file and it is no entry point. Delete it or use it.",
      from: {
        orphan: true,
        pathNot: [
          notTests,
          "\\.d\\.ts$",
          "^(app|e2e|scripts|tools)/",
          "^[^/]+\\.(ts|mjs|cjs)$",
          "^lib/engine/(worker|child|child-watchdog)\\.ts$",
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
      comment: "Tables hold no rules. Put the rule into a room of lib and the column type into db/schema.",
      from: from("^db/"),
      to: { path: "^(app|components|lib|scripts|tools)/" },
    },
    ...downward,
    {
      name: "formats-know-no-database",
      severity: "error",
      comment: "These rooms take what they need as parameters. The caller reads and writes the database.",
      from: from(`^lib/(${formats.join("|")})/`),
      to: { path: "^(app|components|db|scripts|tools)/|^lib/platform/(context|config|rates|idempotency|settings)" },
    },
    {
      name: "pdf-and-x509-do-not-use-each-other",
      severity: "error",
      comment: "PAdES brings the two together. Move the code to lib/pades.",
      from: from("^lib/x509/"),
      to: { path: "^lib/pdf/" },
    },
    {
      name: "use-cases-know-no-web-edge",
      severity: "error",
      comment: "A use case takes (ctx, actor, input). Read what it needs from ctx.request or the input.",
      from: from("^lib/(?!api/|auth/|platform/locale/)[^/]+/"),
      to: { path: "^(app|components|scripts|tools)/|^lib/runtime\\.ts|^node_modules/(next|react)/" },
    },
    {
      name: "use-cases-take-everything-from-ctx",
      severity: "error",
      comment: "Configuration and connections come through ctx, so that a test can pass its own.",
      from: from("^lib/(?!api/|auth/)[^/]+/"),
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
        pathNot: "^lib/(api/|platform/(errors|limits)\\.ts$|platform/geometry/|.*(schema|-choices)\\.ts$)",
      },
    },
    {
      name: "app-only-binds",
      severity: "error",
      comment: "Pages and routes call use cases and render the result. Tables, engines and drivers stay behind them.",
      from: from("^app/"),
      to: { path: `^(db|scripts|tools)/|^lib/(${formats.join("|")})/|^lib/platform/(blobs|outbound)/` },
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
          "^lib/(platform/(geometry|locale|field-rules)/|platform/(brand|signature-appearance|sign-methods/stated-proof)\\.ts$|.*/(schema|status|method-names|[a-z-]+-choices)\\.ts$)",
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
      name: "the-client-stands-alone",
      severity: "error",
      comment: "sdk/ is installed by others. It knows the API by its description only.",
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
    // "specify" would compile each file as well, to tell which imports are left. No rule asks that.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
