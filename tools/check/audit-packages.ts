import { execFile } from 'node:child_process';
import { root } from '@dripline/launcher/paths';

interface Advisory {
  name: string;
  severity: string;
}

/** What `npm audit` found among what we ship: what is high or worse, by package, or that the registry could not be asked. */
export type Audited = { found: string[] } | { unasked: string };

/** Reads what `npm audit --json` answered. */
export function readAudit(text: string): Audited {
  try {
    const { vulnerabilities, error, message, statusCode } = JSON.parse(text) as {
      vulnerabilities?: Record<string, Advisory>;
      error?: { summary?: string };
      message?: string;
      statusCode?: number;
    };
    if (!vulnerabilities)
      return {
        unasked:
          message?.split('\n')[0] ||
          error?.summary ||
          (statusCode ? `it answered ${statusCode}` : 'it said nothing of weaknesses'),
      };
    const bad = Object.values(vulnerabilities).filter(({ severity }) => ['high', 'critical'].includes(severity));
    return { found: bad.map(({ name, severity }) => `${name}: ${severity}`) };
  } catch {
    return { unasked: 'it did not answer' };
  }
}

/** Whether the registry knows of no high weakness in what we ship. Not every registry can be asked: that is said, and is no failure. */
export async function areNoWeaknessesKnown(): Promise<boolean> {
  const audited = readAudit(await ask());
  if ('unasked' in audited) {
    // Whose address it is concerns nobody who reads this.
    console.log(
      `Known weaknesses could not be asked for here (${audited.unasked.replace(/https?:\/\/\S+/g, 'the registry')}): run \`npm audit --omit=dev\` where they can.`,
    );
    return true;
  }
  for (const line of audited.found) console.error(line);
  return audited.found.length === 0;
}

/** It ends with 1 both where something is found and where nothing could be asked: what counts is what it says. */
const ask = () =>
  new Promise<string>((resolve) => {
    const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000'];
    execFile('npm', args, { cwd: root, maxBuffer: 64 * 1024 * 1024, timeout: 60_000 }, (_error, stdout) =>
      resolve(stdout),
    );
  });
