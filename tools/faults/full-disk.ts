import { execFileSync } from "node:child_process";
import { connect } from "@/db/client";
import { once } from "./client";
import { compareWithJournal } from "./compare";
import { create, pdf, runOperation } from "./operations";
import { databaseUrl, makeWorld, type World } from "./world";

const uploads = 6;

export interface DiskFigures {
  refused: number;
  health: string;
  world: World;
}

/**
 * The server cannot write any file for a while (the bench sets a file size limit, which the product treats as a full
 * disk): uploads are refused completely, health reports it, and pending files of signed documents are written
 * afterwards.
 */
export async function fullDisk(): Promise<DiskFigures> {
  const world = await makeWorld();
  try {
    const document = await create(world, "Signed before the disk was full", { status: 1 });
    limitFiles(world, "0");
    const replies = await Promise.all(
      Array.from({ length: uploads }, (_, index) =>
        once(world.origin, world.journal, {
          method: "POST",
          path: `/file?name=Full${String(index)}`,
          as: world.admin,
          body: pdf,
        }),
      ),
    );
    const health = await once(world.origin, world.journal, { method: "GET", path: "/admin/health", as: world.admin });
    limitFiles(world, "unlimited");
    const refused = replies.filter((reply) => reply?.status === 507).length;
    const state =
      (health?.body["checks"] as { name: string; state: string }[] | undefined)?.find(
        ({ name }) => name === "documents",
      )?.state ?? "nothing";
    if (refused !== uploads)
      world.journal.complain(
        "serverErrors",
        `a full disk answered ${replies.map((reply) => String(reply?.status ?? 0)).join(", ")}`,
      );
    if (state !== "failing") world.journal.complain("lost", `health says ${state} of documents on a full disk`);
    await afterwards(world, document);
    return { refused, health: state, world };
  } finally {
    await world.end();
  }
}

async function afterwards(world: World, document: Awaited<ReturnType<typeof create>>): Promise<void> {
  const connection = connect(databaseUrl(world.dataDir), 2);
  try {
    if (document) await runOperation(world, connection.db, "sign", document);
    await compareWithJournal(world, connection.db);
  } finally {
    await connection.close();
  }
}

function limitFiles({ server }: World, bytes: string): void {
  execFileSync("prlimit", ["--pid", String(server.pid), `--fsize=${bytes}:unlimited`]);
}
