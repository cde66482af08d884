import { readdirSync } from "node:fs";
import path from "node:path";

/** CommonJS behind an ES module import: its default export is a member there. Loaded at the first call, because most servers' first hours see no log-in. */
const commonJs = /^next-auth(?:\/providers\/credentials)?$/;

/**
 * The entry `paraph:api`: every route file below `app` by its path, and what calls them (scripts/server/direct-routes.ts). Each is initialised at its first
 * request.
 */
export function apiEntry(root) {
  return {
    name: "api-entry",
    setup(build) {
      build.onResolve({ filter: /^paraph:api$/ }, () => ({ path: "api", namespace: "paraph" }));
      build.onLoad({ filter: /.*/, namespace: "paraph" }, () => ({
        contents: entryText(root),
        resolveDir: root,
        loader: "ts",
      }));
      build.onResolve({ filter: commonJs }, ({ path: name, namespace }) =>
        namespace === "common-js" ? undefined : { path: name, namespace: "common-js" },
      );
      build.onLoad({ filter: /.*/, namespace: "common-js" }, ({ path: name }) => ({
        contents: lazyText(name),
        resolveDir: root,
        loader: "js",
      }));
    },
  };
}

function entryText(root) {
  const app = path.join(root, "app");
  const files = readdirSync(app, { recursive: true })
    .filter((name) => path.basename(name) === "route.ts")
    .sort();
  const routes = files.map((name) => {
    const route = `/${path.dirname(name).split(path.sep).join("/")}`;
    return `  ${JSON.stringify(route)}: () => import(${JSON.stringify(`./app/${name.split(path.sep).join("/")}`)}),`;
  });
  return `import { directRoutes } from "./scripts/server/direct-routes";\nexport const routes = directRoutes({\n${routes.join("\n")}\n});\n`;
}

function lazyText(name) {
  return `import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
let loaded;
export default function lazily(...given) {
  loaded ??= require(${JSON.stringify(name)});
  return (loaded.default ?? loaded)(...given);
}
`;
}
