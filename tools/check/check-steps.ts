import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { areAlertsRight } from '../chart/check-alerts';
import { areNoWeaknessesKnown } from './audit-packages';
import { isChartValid } from '../chart/check-chart';
import type { Env } from '@dripline/launcher/env';
import { isProseClear } from '../prose/check-prose';
import { keepFiles } from './keep-files';
import { root } from '@dripline/launcher/paths';
import { areLicencesAllowed } from './sbom';

/** Runs a program from the root and answers whether it succeeded. */
export type RunProgram = (command: string, ...args: string[]) => Promise<boolean>;

/** What a step works with. */
export interface CheckTools {
  run: RunProgram;
  env: Env;
  signal: AbortSignal;
}

export interface CheckStep {
  name: string;
  passes(tools: CheckTools): Promise<boolean>;
}

const { execPath: node } = process;
const installed = (path: string) => join(root, 'node_modules', path);

/** What `npm run check` holds the repository against. */
export const checkSteps: CheckStep[] = [
  { name: 'types of the services', passes: ({ run }) => run(node, installed('typescript/bin/tsc'), '-b') },
  { name: 'types of the web app', passes: ({ run }) => run('npm', 'run', '--silent', 'typecheck', '-w', 'web') },
  {
    name: 'types of GraphiQL',
    passes: ({ run }) => run(node, installed('typescript/bin/tsc'), '-p', 'services/graphql/playground'),
  },
  {
    name: 'format',
    passes: ({ run }) => run(node, installed('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'),
  },
  { name: 'lint', passes: ({ run }) => run(node, installed('eslint/bin/eslint.js'), '.') },
  { name: 'prose', passes: isProseClear },
  { name: 'generated files', passes: isGeneratedUpToDate },
  {
    name: 'duplicate code',
    passes: ({ run }) =>
      run(
        node,
        installed('jscpd/bin/jscpd'),
        '--noTips',
        '--config',
        'tools/check/jscpd.json',
        'services',
        'web',
        'tests',
        'tools',
        'bench',
      ),
  },
  { name: 'licences', passes: areLicencesAllowed },
  { name: 'known weaknesses of packages', passes: areNoWeaknessesKnown },
  { name: 'chart', passes: isChartValid },
  { name: 'lead_notifications', passes: areAlertsRight },
];

/** Generates in place, as that is where the generators write, and puts back what was there. */
async function isGeneratedUpToDate({ run }: CheckTools): Promise<boolean> {
  const { generatedFiles } = (await import(pathToFileURL(join(root, 'tools/codegen.config.mjs')).href)) as {
    generatedFiles: string[];
  };
  const kept = keepFiles(generatedFiles.map((path) => join(root, path)));
  try {
    const isDone =
      (await run(node, 'services/graphql/dist/api/emit-schema.js')) && (await run(node, 'tools/codegen.mjs'));
    const changed = kept.changed();
    if (changed.length > 0) console.error(`Run \`npm run codegen\` and commit: out of date are ${changed.join(', ')}.`);
    return isDone && changed.length === 0;
  } finally {
    kept.restore();
  }
}
