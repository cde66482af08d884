// `npm run check`, step "citations": every document, heading, decision and module that code or documents cite is in the repository, and the index of decisions is complete.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const sources = /\.(ts|tsx|mjs|cjs|css|md)$/;

// A document of this repository in prose or a comment, with the anchor of a heading where one is meant.
const citation = /\b((?:docs|tools|e2e|lib)\/[\w./-]+\.md)(#[\w-]+)?/g;
const markdownLink = /\]\((?!https?:|mailto:|data:)([^)\s#]*)(#[^)\s]+)?\)/g;
// A module named in a document or a comment: its path, or the end of it, such as `proof/limits.ts`.
const modulePath =
  /(?<![\w@/.*$}-])((?:(?:\([\w-]+\)|\[[\w.-]+\]|[\w.-]+)\/)*[\w-][\w.-]*\.(?:tsx?|mjs|cjs))\b(?![\w/-])/g;
const comment = /^\s*(?:\/\*|\*)|(?<!:)\/\//;
// Bundles of the build, and files that Next would read but that decisions 2 and 15 do without.
const notASource = /^(?:dist\/[\w-]+\.mjs|pdf-[\w-]+\.mjs|proxy\.ts|instrumentation\.ts|loading\.tsx)$/;
const decision = /\bdecisions? (\d+)((?:(?:, | and )\d+)*)/gi;
// Names of the first design's documents, which no clone contains.
const outside = /\b(?:API|POLICY|SIGNING|UX|DESIGN)\.md\b/g;

const decisions = new Set(readdirSync(path.join(root, "docs", "decisions")).map((name) => Number.parseInt(name, 10)));
const headings = new Map();

/** Anchors of a document as GitHub makes them: lower case, punctuation dropped, spaces as hyphens. */
function anchorsOf(file) {
  let anchors = headings.get(file);
  if (anchors === undefined) {
    const text = readFileSync(path.join(root, file), "utf8");
    anchors = new Set(
      [...text.matchAll(/^#{1,6} (.+)$/gm)].map(
        ([, title]) =>
          `#${title
            .toLowerCase()
            .replace(/[^\p{L}\p{N} _-]/gu, "")
            .replaceAll(" ", "-")}`,
      ),
    );
    headings.set(file, anchors);
  }
  return anchors;
}

function problemOf(target, anchor) {
  if (!existsSync(path.join(root, target))) return `no document ${target}`;
  return anchor !== undefined && target.endsWith(".md") && !anchorsOf(target).has(anchor)
    ? `no heading ${anchor} in ${target}`
    : null;
}

function isModule(cited) {
  const end = path.posix.normalize(cited).replace(/^(?:\.\.\/)+/, "");
  return notASource.test(end) || pathEnds.has(end);
}

function* problemsOf(file) {
  const text = readFileSync(path.join(root, file), "utf8");
  for (const match of text.matchAll(citation)) yield [match.index, problemOf(match[1], match[2])];
  for (const match of text.matchAll(outside)) yield [match.index, `${match[0]} is not in this repository`];
  for (const match of text.matchAll(decision)) {
    for (const number of match[0].matchAll(/\d+/g))
      yield [match.index, decisions.has(Number(number[0])) ? null : `no decision ${number[0]}`];
  }
  for (const match of text.matchAll(modulePath)) {
    const line = text.slice(text.lastIndexOf("\n", match.index) + 1, match.index);
    if (!file.endsWith(".md") && !comment.test(line)) continue;
    yield [match.index, isModule(match[1]) ? null : `no module ${match[1]}`];
  }
  if (!file.endsWith(".md")) return;
  for (const match of text.matchAll(markdownLink)) {
    const target = match[1] === "" ? file : path.posix.join(path.posix.dirname(file), match[1]);
    yield [match.index, problemOf(target, match[2])];
  }
}

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
})
  .split("\n")
  .filter((name) => sources.test(name) && existsSync(path.join(root, name)));
/** Every tracked path, with and without its first folders. */
const pathEnds = new Set(
  files.flatMap((name) => {
    const parts = name.split("/");
    return parts.map((_part, first) => parts.slice(first).join("/"));
  }),
);
const itself = "scripts/citations.mjs";
const found = files.flatMap((file) => {
  if (file === itself) return [];
  const text = readFileSync(path.join(root, file), "utf8");
  return [...problemsOf(file)]
    .filter(([, problem]) => problem !== null)
    .map(([index, problem]) => `${file}:${text.slice(0, index).split("\n").length}: ${problem}`);
});
const index = readFileSync(path.join(root, "docs", "decisions", "README.md"), "utf8");
for (const name of readdirSync(path.join(root, "docs", "decisions")))
  if (name !== "README.md" && !index.includes(`](${name})`))
    found.push(`docs/decisions/README.md: ${name} is not listed`);
for (const line of found) console.log(line);
process.exit(found.length === 0 ? 0 : 1);
