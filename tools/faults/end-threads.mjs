// Loaded into the server under test (node --import). SIGUSR2 terminates one of its worker threads from outside, as no
// product code does.
// SIGXFSZ is handled, so that a write beyond the file size limit fails instead of ending the process: the bench
// simulates a full disk by that limit.
const threads = new Set();
process.on("worker", (worker) => {
  threads.add(worker);
  worker.once("exit", () => threads.delete(worker));
});
process.on("SIGUSR2", () => {
  const all = [...threads];
  void all[Math.floor(Math.random() * all.length)]?.terminate();
});
process.on("SIGXFSZ", () => undefined);
