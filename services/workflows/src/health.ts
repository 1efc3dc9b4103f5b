import http from 'node:http';

/** Serves `/healthz`, and `/readyz` by the given check; a worker takes no other requests. */
export function serveHealth(at: { port: number; host: string }, isReady: () => boolean): http.Server {
  return http
    .createServer((req, res) => {
      const isOk = req.url === '/healthz' || (req.url === '/readyz' && isReady());
      res.writeHead(isOk ? 200 : req.url === '/readyz' ? 503 : 404, { 'content-type': 'application/json' });
      res.end(JSON.stringify({ ready: isReady() }));
    })
    .listen(at);
}
