import { expect, test } from "vitest";
import { connectDatabase } from "./connect-database";
import { freePort } from "./embedded-postgres/free-port";

test("reports an unreachable database by its variable, without its password", async () => {
  const port = await freePort();
  for (const host of ["127.0.0.1", "localhost"]) {
    const refusal = await connectDatabase(`postgres://app:s3cr3t@${host}:${port}/paraph`).catch((error: unknown) =>
      String(error),
    );
    expect(refusal).toMatch(
      new RegExp(
        `^Error: DATABASE_URL: the database paraph at ${host}:${port} cannot be reached: connect ECONNREFUSED`,
      ),
    );
    expect(refusal).not.toContain("s3cr3t");
  }
});

test.each(["postgres://app:s3cr3t@host:port/paraph", "postgres://app:s3cr3t@[::1/paraph"])(
  "reports an invalid address (%s) without repeating it",
  async (url) => {
    await expect(connectDatabase(url)).rejects.toThrow(
      /^DATABASE_URL: this is not the address of a Postgres database(?!.*s3cr3t)/,
    );
  },
);
