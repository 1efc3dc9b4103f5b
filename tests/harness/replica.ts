import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { root } from '@dripline/launcher/paths';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { until } from './until';

/** One more process of a service, as a pod would run it. */
export interface Replica {
  /** Sends one request over connections that are kept; answers its status. Rejects where the connection breaks. */
  ask(path: string, body?: string): Promise<number>;
  /** Asks it to end, and answers with what code it did. */
  end(): Promise<number | null>;
}

/** Starts the compiled service with these settings; resolves once it is ready. */
export async function startReplica(entry: string, variables: Record<string, string>): Promise<Replica> {
  const [port = 0, opsPort = 0] = await pickPorts(2);
  const env = {
    PATH: process.env['PATH'],
    PORT: String(port),
    HOST: '127.0.0.1',
    OPS_PORT: String(opsPort),
    OPS_HOST: '127.0.0.1',
    ...variables,
  };
  // Looked through after the run, as what every service writes.
  const log = openSync(join(tmpdir(), `child-replica-${port}.log`), 'a');
  const child = spawn(process.execPath, [join(root, entry)], { env, stdio: ['ignore', log, 'inherit'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  await until(() =>
    fetch(`http://127.0.0.1:${opsPort}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const agent = new Agent({ keepAlive: true });
  return {
    ask: (path, body) =>
      new Promise((resolve, reject) => {
        const headers = body === undefined ? {} : { 'content-type': 'application/json' };
        const sent = request(
          { host: '127.0.0.1', port, path, agent, method: body === undefined ? 'GET' : 'POST', headers },
          (answer) => {
            answer
              .resume()
              .once('end', () => resolve(answer.statusCode!))
              .once('error', reject);
          },
        );
        sent.once('error', reject).end(body);
      }),
    async end() {
      child.kill('SIGTERM');
      const code = await ended;
      agent.destroy();
      return code;
    },
  };
}
