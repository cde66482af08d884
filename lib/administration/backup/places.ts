import { constants, createReadStream } from "node:fs";
import { access, open, rename, rm, stat, type FileHandle } from "node:fs/promises";
import path from "node:path";
import type { Writable } from "node:stream";
import { storageError } from "@/lib/platform/blobs/blob-store";
import { BackupError } from "./archive-format";
import type { BackupSource } from "./archive-reader";

/** The destination of a backup. */
export interface BackupSink {
  /**
   * The unfinished backup of an interrupted run, to be continued, or null. Throws BackupError `file_exists` if there is
   * a finished backup.
   */
  unfinished(): Promise<BackupSource | null>;
  /** Begins writing after `length` bytes of the unfinished backup. The bytes after them are dropped. */
  open(length: number): Promise<SinkWriter>;
}

export interface SinkWriter {
  write(bytes: Buffer): Promise<void>;
  /** Makes the backup durable and gives it its name. */
  complete(): Promise<void>;
  /** After an error: keeps the written data, so that the next run can continue. */
  interrupt(): Promise<void>;
}

/**
 * A file. It is called `FILE.part` until it is complete, so that a file with the given name is always a complete
 * backup.
 */
export function fileSink(file: string): BackupSink {
  const part = `${file}.part`;
  return {
    async unfinished() {
      if (await exists(file)) throw new BackupError("file_exists");
      return (await exists(part)) ? fileSource(part) : null;
    },
    async open(length) {
      // A link with that name, in a folder that others can write to, would redirect the write. Windows has no such
      // flag.
      const noLinks = (constants as { O_NOFOLLOW?: number }).O_NOFOLLOW ?? 0;
      const handle = await open(part, constants.O_RDWR | constants.O_CREAT | noLinks, 0o600);
      await handle.truncate(length);
      return fileWriter(handle, length, { part, file });
    },
  };
}

function fileWriter(handle: FileHandle, length: number, { part, file }: { part: string; file: string }): SinkWriter {
  let position = length;
  return {
    async write(bytes) {
      for (let at = 0; at < bytes.length;) {
        const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, position).catch((error: unknown) => {
          throw storageError(error);
        });
        at += bytesWritten;
        position += bytesWritten;
      }
    },
    async complete() {
      await handle.sync();
      await handle.close();
      await rename(part, file);
      await syncFolder(path.dirname(file));
    },
    async interrupt() {
      if (position === 0) await rm(part, { force: true });
      await handle.close();
    },
  };
}

/**
 * A pipe, for example to a program that stores the backup elsewhere. Written data cannot be read back, so an
 * interrupted backup starts from the beginning.
 */
export function streamSink(stream: Writable): BackupSink {
  let failed: Error | null = null;
  stream.on("error", (error: Error) => (failed = error));
  return {
    unfinished: () => Promise.resolve(null),
    open: () =>
      Promise.resolve({
        write: (bytes) =>
          new Promise((resolve, reject) => {
            if (failed) reject(failed);
            else stream.write(bytes, (error) => (error ? reject(error) : resolve()));
          }),
        complete: () => Promise.resolve(),
        interrupt: () => Promise.resolve(),
      }),
  };
}

export function fileSource(file: string): BackupSource {
  return {
    open: (from) => createReadStream(file, { start: from, highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>,
  };
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Makes the rename survive a power failure. Windows has no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32" || !(await stat(folder)).isDirectory()) return;
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
