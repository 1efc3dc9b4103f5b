import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@dripline/launcher/paths';

/** Arguments for Jest and for Playwright. A runner without arguments does not run. */
export interface Selection {
  jest?: string[];
  playwright?: string[];
}

/** The browser tests, as paths from the repository root. */
const specs = () =>
  readdirSync(join(root, 'tests/e2e'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => `tests/e2e/${file}`);

/**
 * Splits the arguments of `npm test`: Jest's arguments, where the project `e2e` stands for the browser tests. Patterns
 * select files of both runners.
 */
export function selectTests(args: string[], files = specs()): Selection {
  const option = args.indexOf('--selectProjects');
  if (option === -1) {
    const patterns = args.filter((arg) => !arg.startsWith('-'));
    if (patterns.length === 0) return args.length === 0 ? { jest: [], playwright: [] } : { jest: args };
    const isBrowserTest = (pattern: string) => files.some((file) => new RegExp(pattern, 'i').test(file));
    if (!patterns.some(isBrowserTest)) return { jest: args };
    // Jest matches absolute paths, and the name of a folder above the repository must not select tests.
    const jest = args.map((arg) => (patterns.includes(arg) ? `${root.replaceAll('.', '\\.')}/.*${arg}` : arg));
    return { jest: [...jest, '--passWithNoTests'], playwright: patterns.filter(isBrowserTest) };
  }
  const rest = args.slice(option + 1);
  const end = rest.findIndex((arg) => arg.startsWith('-'));
  const projects = end === -1 ? rest : rest.slice(0, end);
  if (!projects.includes('e2e')) return { jest: args };
  const others = end === -1 ? [] : rest.slice(end).filter((arg) => arg !== '--');
  // Nothing else can follow the browser tests' project, so what follows is a pattern.
  return { playwright: [...args.slice(0, option), ...projects.filter((name) => name !== 'e2e'), ...others] };
}
