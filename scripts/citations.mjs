// `npm run check`, step "citations": every document, heading, decision and test that code or documents cite is in the repository, and the index of decisions is complete.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const sources = /\.(ts|tsx|mjs|cjs|css|md)$/;

// A document of this repository in prose or a comment, with the anchor of a heading where one is meant.
const citation = /\b((?:docs|tools|e2e|lib)\/[\w./-]+\.md)(#[\w-]+)?/g;
const markdownLink = /\]\((?!https?:|mailto:|data:)([^)\s#]*)(#[^)\s]+)?\)/g;
// A test file named in a document; a path that is not from the root is one below lib.
const testFile = /`([\w.-]+\/[\w./-]+\.(?:test|spec)\.tsx?)`/g;
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

function* problemsOf(file) {
  const text = readFileSync(path.join(root, file), "utf8");
  for (const match of text.matchAll(citation)) yield [match.index, problemOf(match[1], match[2])];
  for (const match of text.matchAll(outside)) yield [match.index, `${match[0]} is not in this repository`];
  for (const match of text.matchAll(decision)) {
    for (const number of match[0].matchAll(/\d+/g))
      yield [match.index, decisions.has(Number(number[0])) ? null : `no decision ${number[0]}`];
  }
  if (!file.endsWith(".md")) return;
  for (const match of text.matchAll(testFile)) {
    const places = [match[1], path.join("lib", match[1])];
    yield [match.index, places.some((place) => existsSync(path.join(root, place))) ? null : `no test ${match[1]}`];
  }
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
  .filter((name) => sources.test(name) && name !== "scripts/citations.mjs" && existsSync(path.join(root, name)));
const found = files.flatMap((file) => {
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
