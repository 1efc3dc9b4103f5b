import { execFile } from 'node:child_process';
import { root } from '@dripline/launcher/paths';

interface Advisory {
  name: string;
  severity: string;
}

/**
 * The high and critical vulnerabilities that `npm audit` found in shipped packages, or why the audit is unavailable.
 */
export type AuditResult = { found: string[] } | { unavailable: string };

/** Parses the output of `npm audit --json`. */
export function readAudit(text: string): AuditResult {
  try {
    const { vulnerabilities, error, message, statusCode } = JSON.parse(text) as {
      vulnerabilities?: Record<string, Advisory>;
      error?: { summary?: string };
      message?: string;
      statusCode?: number;
    };
    if (!vulnerabilities)
      return {
        unavailable:
          message?.split('\n')[0] ||
          error?.summary ||
          (statusCode ? `status ${statusCode}` : 'no vulnerabilities in the response'),
      };
    const severe = Object.values(vulnerabilities).filter(({ severity }) => ['high', 'critical'].includes(severity));
    return { found: severe.map(({ name, severity }) => `${name}: ${severity}`) };
  } catch {
    return { unavailable: 'no valid response' };
  }
}

/**
 * Returns whether shipped packages have no known high or critical vulnerabilities. Passes with a
 * message if the registry has no audit.
 */
export async function hasNoKnownVulnerabilities(): Promise<boolean> {
  const result = readAudit(await runAudit());
  if ('unavailable' in result) {
    // The registry's URL may be private.
    console.log(
      `Known vulnerabilities are not checked (${result.unavailable.replace(/https?:\/\/\S+/g, 'the registry')}). Run \`npm audit --omit=dev\` with a registry that supports it.`,
    );
    return true;
  }
  for (const line of result.found) console.error(line);
  return result.found.length === 0;
}

/** Returns the output of `npm audit`. The exit code is ignored because it is 1 for findings as well as for errors. */
const runAudit = () =>
  new Promise<string>((resolve) => {
    const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000'];
    execFile('npm', args, { cwd: root, maxBuffer: 64 * 1024 * 1024, timeout: 60_000 }, (_error, stdout) =>
      resolve(stdout),
    );
  });
