/**
 * Who may import whom (docs/ARCHITECTURE.md draws it). Every rule says what to do instead.
 * Tests and the `testing` folders beside the code are composition roots: they may reach for what they check.
 */
const domains =
  "account-export|accounts|administration|audit|augmentation|authority|elements|erasure|events|evidence|files|gateways|health|idempotency|identification|jobs|kept-messages|notifications|outbox|rates|registration|request-log|secret-rotation|settings|sign-methods|sign-requests|signing|suggestions|telegram|webhooks";
const ports = "blobs|keys|messaging|otp|outbound|pades|pdf|pdf-pool";
const leaves = "errors|limits|config|gateway-config|ids";
const notTests = "\\.test\\.tsx?$|/testing/";

const from = (path, more = {}) => ({ path, pathNot: notTests, ...more });

/** A domain may use those to its right; this lists, per domain, the ones to its left. */
const domainOrder = [
  "augmentation",
  "signing",
  "sign-requests",
  "suggestions",
  "elements",
  "files",
  "settings",
  "accounts",
];
const upward = domainOrder.slice(1).map((domain, index) => ({
  name: `${domain}-never-uses-a-domain-above`,
  severity: "error",
  comment: `The order is ${domainOrder.join(" → ")}. Move what is shared to the lower domain, or let the caller pass it in.`,
  from: from(`^lib/${domain}/`),
  to: { path: `^lib/(${domainOrder.slice(0, index + 1).join("|")})/` },
}));

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "Two modules that need each other are one, or hide a third that both should use.",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-orphans",
      severity: "error",
      comment: "Nothing imports it and it is no entry: delete it, or use it.",
      from: {
        orphan: true,
        pathNot: [
          notTests,
          "\\.d\\.ts$",
          "^(app|e2e|scripts|tools)/",
          "^[^/]+\\.(ts|mjs|cjs)$",
          "^lib/pdf-pool/(worker|child|child-watchdog)\\.ts$",
        ],
      },
      to: {},
    },
    {
      name: "no-unresolvable",
      severity: "error",
      comment: "The import leads nowhere: a misspelt path, or a package that package.json does not name.",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "no-unlisted-packages",
      severity: "error",
      comment: "Add the package to package.json, pinned, rather than lean on somebody else's dependency.",
      from: { path: "^(app|components|db|lib|scripts)/" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "no-development-packages-in-the-product",
      severity: "error",
      comment: "What ships may use `dependencies` only; move the package, or the import to a test.",
      from: from("^(app|components|db|lib)/"),
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "db-imports-nothing-of-ours",
      severity: "error",
      comment: "Tables know no rules. Put the rule into a domain, and the shape it needs into db/schema.",
      from: from("^db/"),
      to: { path: "^(app|components|lib|scripts)/" },
    },
    {
      name: "leaves-import-only-leaves",
      severity: "error",
      comment:
        "errors, limits, config, ids, geometry and locale are open to all because they need nobody. Move the code that needs more.",
      from: from(`^lib/((${leaves})\\.ts$|(geometry|locale)/)`),
      to: { path: "^(app|components|db|scripts|lib/)", pathNot: `^lib/((${leaves})\\.ts$|(geometry|locale)/)` },
    },
    {
      name: "ports-know-no-domain-and-no-database",
      severity: "error",
      comment:
        "A port takes what it needs as parameters. A domain calls it; what it must keep, it hands to a callback.",
      from: from(`^lib/(${ports})/`),
      to: {
        path: "^(app|components|db|scripts|lib/)",
        pathNot: `^lib/((${ports}|geometry|brand|locale)/|(errors|limits)\\.ts$)`,
      },
    },
    {
      name: "ports-do-not-use-each-other",
      severity: "error",
      comment: "Only pades builds on pdf, and pdf-pool on both. Let the domain bring two ports together.",
      from: from(`^lib/(?!pdf-pool/|pades/)(${ports})/`),
      to: { path: `^lib/(${ports})/`, pathNot: "^lib/$1/" },
    },
    {
      name: "pades-builds-on-pdf-and-keys-only",
      severity: "error",
      comment: "PAdES puts a CMS into a PDF. The pool runs it; it never runs the pool.",
      from: from("^lib/pades/"),
      to: { path: `^lib/(${ports})/`, pathNot: "^lib/(pades|pdf)/" },
    },
    {
      name: "pdf-never-uses-pades",
      severity: "error",
      comment: "The PDF layer knows no signatures' cryptography. Give it a callback, or move the code to lib/pades.",
      from: from("^lib/pdf/"),
      to: { path: "^lib/(pades|pdf-pool)/" },
    },
    {
      name: "domains-know-no-web-edge",
      severity: "error",
      comment:
        "A verb takes (ctx, actor, input). Whatever it wants of the request belongs into ctx.request or the input.",
      from: from(`^lib/(${domains}|file-views)/`),
      to: { path: "^(app|components|scripts)/|^lib/((http|auth|api)/|runtime\\.ts)|^node_modules/(next|react)/" },
    },
    {
      name: "domains-take-everything-from-ctx",
      severity: "error",
      comment: "Configuration and connections come through ctx, so that a test can bring its own.",
      from: from(`^lib/(${domains}|file-views|${ports})/`),
      to: { path: "^lib/(config|runtime)\\.ts$|^db/client\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    ...upward,
    {
      name: "leaf-domains-call-nobody",
      severity: "error",
      comment: "audit, events, outbox and rates serve all domains; what they need of one is passed in by the caller.",
      from: from("^lib/(audit|events|outbox|rates)/"),
      to: { path: `^lib/(${domains})/`, pathNot: "^lib/(audit|events|outbox|rates)/" },
    },
    {
      name: "consumers-are-called-by-nobody",
      severity: "error",
      comment:
        "webhooks and notifications listen to the outbox: enqueue a job instead of calling them. The runtime wires them.",
      from: from(`^lib/(?!webhooks|notifications)(${domains})/`),
      to: { path: "^lib/(webhooks|notifications)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "file-views-write-nothing",
      severity: "error",
      comment: "Views read domains through their wire.ts, schema.ts and finders. A change of state is a domain's verb.",
      from: from(`^lib/(${domains}|${ports})/`),
      to: { path: "^lib/file-views/" },
    },
    {
      name: "api-is-pure-data",
      severity: "error",
      comment: "An operation describes; the route binds it to a verb.",
      from: from("^lib/api/"),
      to: {
        path: "^(app|components|db|scripts)/|^lib/",
        pathNot: "^lib/(api/|errors\\.ts$|limits\\.ts$|geometry/|[^/]+/schema\\.ts$|[^/]+/[^/]*schema\\.ts$)",
      },
    },
    {
      name: "http-knows-no-domain",
      severity: "error",
      comment: "lib/http turns any operation into a handler. The verb reaches it through the route.",
      from: from("^lib/http/"),
      to: {
        path: "^(app|components|scripts)/|^lib/",
        pathNot: "^lib/(http|api|auth|idempotency|rates)/|^lib/(config|errors|limits|context|runtime)\\.ts$",
      },
    },
    {
      name: "auth-knows-accounts-only",
      severity: "error",
      comment:
        "Who somebody is comes from accounts, and for guests from identification. Rights on documents are the verbs'.",
      from: from("^lib/auth/"),
      to: {
        path: "^(app|components|scripts)/|^lib/",
        pathNot: "^lib/(auth|accounts|identification|rates|keys)/|^lib/(errors|limits|context|runtime)\\.ts$",
      },
    },
    {
      name: "app-only-binds",
      severity: "error",
      comment:
        "Pages and routes call verbs and render what these return; ports, tables and drivers are behind the verbs.",
      from: from("^app/"),
      to: { path: `^(db|scripts)/|^lib/(${ports})/` },
    },
    {
      name: "components-are-isomorphic",
      severity: "error",
      comment: "A component runs in the browser too: schemas, pure states, geometry and words are what it may import.",
      from: from("^components/"),
      to: {
        path: "^(app|db|scripts)/|^lib/",
        pathNot: "^lib/((geometry|locale|brand)/|[^/]+/(schema|status|method-names|[a-z-]+-choices)\\.ts$)",
      },
    },
    {
      name: "only-composition-roots-open-the-database",
      severity: "error",
      comment: "Use ctx.db. Only the runtime and scripts make a pool.",
      from: from("^(app|components|lib)/", { pathNot: `${notTests}|^lib/runtime` }),
      to: { path: "^db/client\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "the-client-stands-alone",
      severity: "error",
      comment: "sdk/ is what others install: it knows the API by its description only.",
      from: from("^sdk/"),
      to: { path: "^(app|components|db|lib|scripts)/" },
    },
    {
      name: "the-product-needs-no-client",
      severity: "error",
      comment: "Pages call the API by components/api/call.ts; the server calls verbs.",
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
    tsPreCompilationDeps: "specify",
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
