import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '@dripline/launcher/paths';
import ts from 'typescript';
import type { CheckTools } from '../check/check-steps';

const CODE = /\.(tsx?|mjs|cjs|js)$/;
const TEXT = /\.(md|ya?ml|tpl|graphql)$/;
const SKIPPED = /(^|\/)(generated|schema|persisted-operations)\.ts$|^tools\/prose\/|\.github\//;

/**
 * Checks the words of everything that people read: Markdown, chart and GraphQL files, and in code the comments, test
 * titles, descriptions, messages and interface texts. The terms stand in `terms.json`.
 */
export async function isProseClear({ run }: CheckTools): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'dripline-prose-'));
  try {
    for (const file of execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')) {
      if (SKIPPED.test(file)) continue;
      if (CODE.test(file)) write(folder, `${file}.txt`, proseOf(file));
      else if (TEXT.test(file)) write(folder, file.endsWith('.md') ? file : `${file}.txt`, readSource(file));
    }
    const terms = JSON.parse(readFileSync(join(root, 'tools/prose/terms.json'), 'utf8')) as [string, string][];
    const config = join(folder, 'textlintrc.json');
    writeFileSync(config, JSON.stringify({ rules: { terminology: { defaultTerms: false, terms } } }));
    return await run(
      process.execPath,
      join(root, 'node_modules/textlint/bin/textlint.js'),
      ...['--config', config, '--format', 'unix', folder],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const readSource = (file: string) => readFileSync(join(root, file), 'utf8');

function write(folder: string, file: string, text: string): void {
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

/** The comments and strings of a source file, each on its own line of the file, so that reports name the right line. */
function proseOf(file: string): string {
  const source = readSource(file);
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const isProse = new Uint8Array(source.length);
  const mark = (start: number, end: number) => isProse.fill(1, start, end);
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) mark(node.getStart(tree), node.getEnd());
    if (ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) mark(node.getStart(tree), node.getEnd());
    ts.forEachChild(node, visit);
  };
  visit(tree);
  for (const { pos, end } of commentsOf(tree)) mark(pos, end);
  return [...source].map((char, index) => (char === '\n' || isProse[index] ? char : ' ')).join('');
}

function commentsOf(tree: ts.SourceFile): ts.TextRange[] {
  const found = new Map<number, ts.TextRange>();
  const visit = (node: ts.Node) => {
    if (ts.isJsxText(node)) return;
    for (const range of ts.getLeadingCommentRanges(tree.text, node.getFullStart()) ?? []) found.set(range.pos, range);
    for (const range of ts.getTrailingCommentRanges(tree.text, node.getEnd()) ?? []) found.set(range.pos, range);
    node.getChildren(tree).forEach(visit);
  };
  visit(tree);
  return [...found.values()];
}
