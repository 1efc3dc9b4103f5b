import { fork } from 'node:child_process';
import path from 'node:path';
import { eventually } from './eventually';

/**
 * What the emulator does with emails: accept them, refuse their recipients for good (550), refuse them for now (451), or
 * accept them and lose the connection before it can say so.
 */
export type SmtpBehaviour = 'accept' | 'reject' | 'defer' | 'accept then disconnect';

/** An email that was accepted. */
export interface ReceivedEmail {
  subject: string;
  text: string;
  html: string;
  messageId: string;
  from: { name: string; address: string };
  to: string[];
  /** The last value of each header, by lowercase name. */
  headers: Record<string, string>;
}

/** What the process of the emulator reports. */
export type SmtpEvent = { port: number } | { email: ReceivedEmail };

/** An SMTP server in a process of its own, which delivers nothing. */
export interface SmtpEmulator {
  /** The value of SMTP_URL. */
  url: string;
  /** Returns the emails to an address so far. */
  emailsTo(address: string): ReceivedEmail[];
  /** Resolves with the emails to an address once there are as many. */
  waitForEmails(address: string, count: number): Promise<ReceivedEmail[]>;
  behave(behaviour: SmtpBehaviour): void;
  stop(): Promise<void>;
}

/** Starts the emulator on a free port. */
export async function startSmtpEmulator(): Promise<SmtpEmulator> {
  // The compiled file, which a test that is compiled on the fly can run, too.
  const file = path.join(__dirname, '../../dist/testing/smtp-emulator-process.js');
  const emulator = fork(file, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const emails: ReceivedEmail[] = [];
  const port = await new Promise<number>((resolve, reject) => {
    emulator.once('exit', () => reject(new Error('the SMTP emulator ended')));
    emulator.on('message', (event: SmtpEvent) => ('port' in event ? resolve(event.port) : emails.push(event.email)));
  });
  const emailsTo = (address: string) => emails.filter(({ to }) => to.includes(address));
  return {
    url: `smtp://dripline:password-of-the-tests@127.0.0.1:${port}`,
    emailsTo,
    waitForEmails: (address, count) =>
      eventually(() => {
        const found = emailsTo(address);
        if (found.length < count) throw new Error(`${found.length} of ${count} emails arrived`);
        return found;
      }),
    behave: (behaviour) => void emulator.send(behaviour),
    async stop() {
      const ended = new Promise((resolve) => emulator.once('exit', resolve));
      emulator.kill('SIGKILL');
      await ended;
    },
  };
}
