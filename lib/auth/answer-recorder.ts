interface Recorded {
  status: number;
  headers: Map<string, string | string[]>;
  body: unknown;
}

/** A Node answer that is only noted, so that what writes to one can be answered as a Response. */
export function answerRecorder() {
  const answer: Recorded = { status: 200, headers: new Map(), body: null };
  const recorder = {
    answer,
    status(code: number) {
      answer.status = code;
      return recorder;
    },
    getHeader: (name: string) => answer.headers.get(name.toLowerCase()),
    setHeader(name: string, value: string | string[]) {
      answer.headers.set(name.toLowerCase(), value);
      return recorder;
    },
    json(body: unknown) {
      answer.body = body;
    },
    send(body: unknown) {
      answer.body = body;
    },
    end: () => undefined,
    toResponse(): Response {
      const headers = new Headers({ "cache-control": "no-store" });
      headers.set("content-type", "application/json");
      for (const cookie of [answer.headers.get("set-cookie") ?? []].flat()) headers.append("set-cookie", cookie);
      return new Response(JSON.stringify(answer.body ?? {}), { status: answer.status, headers });
    },
  };
  return recorder;
}
