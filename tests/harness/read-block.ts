import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@dripline/launcher/paths';

const page = join(root, 'docs/operate/backup-and-restore.md');

/** Returns the commands of a block of the page "Back up and restore", by its name. */
export function readBlock(name: string): string {
  const [, block] = new RegExp(`\`\`\`bash ${name}\\n([^]*?)\`\`\``).exec(readFileSync(page, 'utf8')) ?? [];
  if (block === undefined) throw new Error(`${page} has no block ${name}.`);
  // Without the indentation of the closing line, the shell replaces itself by a single command, and a signal reaches it.
  return block.trim();
}
