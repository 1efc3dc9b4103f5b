import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '@dripline/launcher/paths';
import type { Behaviour } from '@dripline/twilio-emulator/faults';
import type { TakenText } from '@dripline/twilio-emulator/ledger';
import type { StandInRequest } from '@dripline/twilio-emulator/emulator';

/** The Twilio stand-in as its own process. */
export interface StandInProcess {
  /** How it behaves from now on. */
  behave(behaviour: Partial<Behaviour>): Promise<void>;
  /** Answers what waits at the barrier. */
  release(): Promise<void>;
  ledger(): Promise<{ texts: TakenText[]; waiting: number; requests: StandInRequest[] }>;
  /** A text from a phone, signed as Twilio signs; answers what the product said. */
  reply(from: string, body: string): Promise<number>;
  /** Ends it with SIGKILL; nobody answers at its address. */
  goDown(): Promise<void>;
  /** Starts it again, over the ledger that it left. */
  comeBack(): Promise<void>;
}

/** Starts it; resolves when it answers. */
export async function startStandIn(port: number, variables: Record<string, string>): Promise<StandInProcess> {
  const base = `http://127.0.0.1:${port}`;
  const { PATH = '' } = process.env;
  let child: ChildProcess;
  const tell = async (method: string, path: string, body?: object): Promise<Response> => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer;
  };
  const standIn: StandInProcess = {
    behave: async (behaviour) => void (await tell('PUT', '/_behaviour', behaviour)),
    release: async () => void (await tell('POST', '/_release')),
    ledger: async () => (await tell('GET', '/_ledger')).json() as ReturnType<StandInProcess['ledger']>,
    reply: async (from, body) =>
      ((await (await tell('POST', '/_inbound', { from, body, to: '+15005550006' })).json()) as { status: number })
        .status,
    async goDown() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
    async comeBack() {
      child = spawn(process.execPath, [join(root, 'services/twilio-emulator/dist/main.js')], {
        env: { PATH, PORT: String(port), ...variables },
        stdio: 'inherit',
      });
      while (
        !(await fetch(`${base}/_ledger`).then(
          ({ ok }) => ok,
          () => false,
        ))
      )
        await delay(50);
    },
  };
  await standIn.comeBack();
  return standIn;
}
