import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** The files that operators copy. The variables and commands they contain must exist. */
const files = ["compose.yaml", ...below("docs/deploy")].filter((file) => /\.(yaml|service)$/.test(file));

function below(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name));
}

/** Variables of Node, Next and libc, and of the other services in compose.yaml. */
const foreign = /^(NODE_ENV|NEXT_TELEMETRY_DISABLED|MALLOC_ARENA_MAX|POSTGRES_\w+|MINIO_\w+|SECRET)$/;

/** `NAME: value`, `NAME=value` and `{ name: NAME, value: … }`. */
const setting = /(?:^\s+|name: |[ {])([A-Z][A-Z0-9_]{2,})(?==|: |, value)/gm;

test("compose.yaml, the unit and the manifests set variables that the service reads", () => {
  const known = new Set(
    [...readFileSync(".env.example", "utf8").matchAll(/^# ([A-Z0-9_]+)=/gm)].map(([, name]) => name),
  );
  const named = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(setting)].map(([, name = ""]) => ({ file, name })),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ name }) => !known.has(name) && !foreign.test(name))).toEqual([]);
});

test("deployment files start only commands that the image has", () => {
  const script = readFileSync("scripts/standalone.mjs", "utf8");
  const commands = /const commands = \[([^\]]+)\]/.exec(script)?.[1] ?? "";
  const started = [...files, "Dockerfile"].flatMap((file) => [
    ...readFileSync(file, "utf8").matchAll(/dist\/([\w-]+)\.mjs/g),
  ]);
  expect(started.length).toBeGreaterThan(4);
  for (const [, name = ""] of started) expect(commands).toContain(`"${name}"`);
});

test("every manifest in a folder is in its kustomization", () => {
  for (const folder of ["docs/deploy/kubernetes", "docs/deploy/kubernetes-one-volume"]) {
    const list = readFileSync(path.join(folder, "kustomization.yaml"), "utf8");
    const resources = /^resources: \[([^\]]+)\]/m.exec(list)?.[1]?.split(", ") ?? [];
    const present = readdirSync(folder).filter((name) => name !== "kustomization.yaml");
    expect(resources.filter((name) => !name.startsWith("..")).sort()).toEqual(present.sort());
  }
});
