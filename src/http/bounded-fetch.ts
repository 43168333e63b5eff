// A `fetch` for services that may be broken or hostile: every answer ends.
const maxBytes = 32 * 1024 * 1024;

/** Returns a `fetch` whose answers have to come within some seconds and have at most 32 MB, decompressed. Those of dumps, which are read as they come, may be longer as long as they go on coming. */
export function boundedFetch(seconds = 30): typeof fetch {
  return async (input, init) => {
    const limit = new AbortController();
    const end = (reason: string) => limit.abort(new Error(reason));
    const timer = setTimeout(() => end(`did not end within ${seconds} s`), seconds * 1000).unref();
    const signal = init?.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal;
    try {
      const response = await fetch(input, { ...init, signal });
      if (response.body === null) return response;
      const isDump = /\/dumps\/courses[^/]*$/u.test(new URL(response.url).pathname);
      let length = 0;
      const counted = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          length += chunk.length;
          if (isDump) timer.refresh();
          else if (length > maxBytes) throw new Error(`has more than ${maxBytes} bytes`);
          controller.enqueue(chunk);
        },
        flush: () => clearTimeout(timer),
      });
      const { status, statusText, headers } = response;
      return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
    } catch (error) {
      clearTimeout(timer);
      throw error;
    }
  };
}
