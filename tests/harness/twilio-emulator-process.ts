import { eventually } from '@dripline/runtime/testing/eventually';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '@dripline/launcher/paths';
import type { Behaviour } from '@dripline/twilio-emulator/faults';
import type { AcceptedMessage } from '@dripline/twilio-emulator/ledger';
import type { RecordedRequest } from '@dripline/twilio-emulator/emulator';

/** The Twilio emulator in its own process. */
export interface EmulatorProcess {
  /** Replaces the behaviour of the emulator. */
  setBehaviour(behaviour: Partial<Behaviour>): Promise<void>;
  /** Responds to the requests that wait at the barrier. */
  release(): Promise<void>;
  ledger(): Promise<{ messages: AcceptedMessage[]; waiting: number; requests: RecordedRequest[] }>;
  /** Sends an inbound message to a number with Twilio's signature. Returns the status of the product's response. */
  sendReply(from: string, body: string, to?: string): Promise<number>;
  /** Kills the emulator. */
  kill(): Promise<void>;
  /** Starts the emulator with its existing ledger. */
  start(): Promise<void>;
}

/** Starts the emulator, and resolves when it responds. */
export async function startEmulator(port: number, variables: Record<string, string>): Promise<EmulatorProcess> {
  const base = `http://127.0.0.1:${port}`;
  const { PATH = '' } = process.env;
  let child: ChildProcess;
  const request = async (method: string, path: string, body?: object): Promise<Response> => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response;
  };
  const emulator: EmulatorProcess = {
    setBehaviour: async (behaviour) => void (await request('PUT', '/_behaviour', behaviour)),
    release: async () => void (await request('POST', '/_release')),
    ledger: async () => (await request('GET', '/_ledger')).json() as ReturnType<EmulatorProcess['ledger']>,
    sendReply: async (from, body, to = '+15005550006') =>
      ((await (await request('POST', '/_inbound', { from, body, to })).json()) as { status: number }).status,
    async kill() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
    async start() {
      child = spawn(process.execPath, [join(root, 'services/twilio-emulator/dist/main.js')], {
        env: { PATH, PORT: String(port), ...variables },
        stdio: 'inherit',
      });
      await eventually(async () => (await fetch(`${base}/_ledger`)).ok);
    },
  };
  await emulator.start();
  return emulator;
}
