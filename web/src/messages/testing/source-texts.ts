import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A text in a source file, with its location as `file:line`. Filled-in values are written as `{}`. */
export interface SourceText {
  text: string;
  location: string;
}

/** Returns the TypeScript files in these folders by their path from `root`, without tests and test helpers. */
export function sourceFilesIn(root: string, ...folders: string[]): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !/\/testing\/|\/generated\.ts$/.test(file));
}

/** Returns the string literals, templates and JSX texts of a file, without comments, imports and types. */
export function textsOf(root: string, file: string): SourceText[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true, kind);
  const texts: SourceText[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    const text = textOf(node)?.replace(/\s+/g, ' ').trim();
    if (text)
      texts.push({ text, location: `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}` });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{}');
  return undefined;
}
