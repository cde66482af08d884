// Next behind a plain HTTP server, without our workarounds (decision 2). Prints its port.
import { createServer } from "node:http";
import next from "next";

const app = next({ dev: false, dir: process.cwd() });
await app.prepare();
const handle = app.getRequestHandler();
const server = createServer((request, response) => {
  if (request.url === "/upgrade-listeners") response.end(String(server.listenerCount("upgrade")));
  else void handle(request, response);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
