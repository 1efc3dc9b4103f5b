import { eventually } from '@dripline/runtime/testing/eventually';
import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Agent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { root } from '@dripline/launcher/paths';
import { pickPorts } from '@dripline/launcher/processes/ports';

/** An additional process of a service, as in a pod. */
export interface Replica {
  /** Sends a request over a keep-alive connection. Returns the status. Rejects if the connection fails. */
  request(path: string, body?: string): Promise<number>;
  pid: number;
  port: number;
  /** The port of graphql's internal schema. Other services do not listen on it. */
  internalPort: number;
  opsPort: number;
  /** The file that receives its log. */
  logFile: string;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
}

/** Starts a compiled service with these settings, and resolves when it is ready. */
export async function startReplica(entry: string, variables: Record<string, string>): Promise<Replica> {
  const [port = 0, internalPort = 0, opsPort = 0] = await pickPorts(3);
  const env = {
    PATH: process.env['PATH'],
    PORT: String(port),
    INTERNAL_PORT: String(internalPort),
    HOST: '127.0.0.1',
    OPS_PORT: String(opsPort),
    OPS_HOST: '127.0.0.1',
    ...variables,
  };
  // The log secret scan reads this file after the run.
  const logFile = join(tmpdir(), `child-replica-${port}.log`);
  const child = spawn(process.execPath, [join(root, entry)], {
    env,
    stdio: ['ignore', openSync(logFile, 'a'), 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  await eventually(async () => (await fetch(`http://127.0.0.1:${opsPort}/readyz`)).ok);
  const agent = new Agent({ keepAlive: true });
  return {
    pid: child.pid!,
    port,
    internalPort,
    opsPort,
    logFile,
    request: (path, body) =>
      new Promise((resolve, reject) => {
        const headers = body === undefined ? {} : { 'content-type': 'application/json' };
        const req = httpRequest(
          { host: '127.0.0.1', port, path, agent, method: body === undefined ? 'GET' : 'POST', headers },
          (response) => {
            response
              .resume()
              .once('end', () => resolve(response.statusCode!))
              .once('error', reject);
          },
        );
        req.once('error', reject).end(body);
      }),
    async stop() {
      child.kill('SIGTERM');
      const code = await ended;
      agent.destroy();
      return code;
    },
  };
}
