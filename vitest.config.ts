import path from "node:path";
import { defineConfig } from "vitest/config";

const root = import.meta.dirname;

export default defineConfig({
  resolve: { alias: [{ find: /^@\//, replacement: `${root}${path.sep}` }] },
  test: {
    environment: "node",
    pool: "forks",
    // One less than the cores is Vitest's default, which is a single worker on a small machine.
    maxWorkers: 2,
    passWithNoTests: false,
    // Transforms and imports took a tenth of the run. The name of a kept module holds its content, its place and this
    // configuration.
    experimental: {
      fsModuleCache: true,
      fsModuleCachePath: path.join(root, "node_modules", ".cache", "paraph", "vitest"),
    },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{app,components,db,lib,scripts,tools}/**/*.test.{ts,tsx}"],
          globalSetup: ["db/testing/bundle-setup.ts", "db/testing/global-setup.ts"],
          // A process and its modules for each file took as long as half of the tests. Files share them, so nothing may
          // depend on a module's fresh state. A file that mocks a module which others use unmocked resets the modules
          // first.
          isolate: false,
          // Only what fails waits this long: a machine that does other work as well is slow, not wrong.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          globalSetup: ["e2e/build-setup.ts"],
          // CommonJS modules of Next are imported as Node imports them, because one of the tests calls code that does.
          deps: { interopDefault: false },
          // After the rest, because journeys share the machine with the servers they drive. Each file starts its own.
          sequence: { groupOrder: 1 },
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
