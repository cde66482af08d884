// Loaded into the server under test (node --import). SIGUSR2 ends one of its worker threads from outside, as no product code does.
// A file that may not grow is an error then, not the end of the process: that is how the bench fills the disk.
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
