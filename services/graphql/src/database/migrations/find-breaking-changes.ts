import type { MigrationInterface } from 'typeorm';

/** A migration and the SQL statements that it runs. */
export interface MigrationStatements {
  migration: MigrationInterface;
  statements: string[];
}

/** Splits SQL into its statements, without comments and function bodies. */
export const statementsOf = (sql: string): string[] =>
  sql
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter(Boolean);

const plainName = (name: string) => name.replaceAll('"', '').replace(/^public\./, '');
const namesIn = (statements: string[], pattern: RegExp) =>
  new Set(statements.flatMap((statement) => [...statement.matchAll(pattern)].map(([, name]) => plainName(name!))));

// Changes of tables, columns and values that the previous release may still use.
const breakingPatterns = [
  /\bDROP (TABLE|TYPE|SCHEMA|VIEW)\b/i,
  /\bDROP (COLUMN )?(IF EXISTS )?(?!CONSTRAINT|DEFAULT|NOT NULL|EXPRESSION|IDENTITY|TRIGGER|POLICY|FUNCTION|INDEX|COLUMN|IF|TABLE|TYPE|VIEW|SCHEMA|OWNED|ROLE|EXTENSION)"?\w/i,
  /\bRENAME\b/i,
  /\bSET NOT NULL\b/i,
  /\bDROP DEFAULT\b/i,
  /\bALTER (COLUMN )?"?\w+"? (SET DATA )?TYPE\b/i,
];
const isRequiredColumn = (part: string) =>
  /^ADD (COLUMN )?(IF NOT EXISTS )?(?!CONSTRAINT|PRIMARY|UNIQUE|FOREIGN|CHECK|EXCLUDE)"?\w+"? /i.test(part) &&
  /\bNOT NULL\b/i.test(part) &&
  !/\b(DEFAULT|GENERATED)\b/i.test(part);
// These constraints lock the table while Postgres reads all of its rows.
const isSlowConstraint = (part: string) =>
  /^ADD (CONSTRAINT "?\w+"? )?(UNIQUE|PRIMARY KEY|EXCLUDE)\b/i.test(part) && !/\bUSING INDEX\b/i.test(part);
const isValidatedConstraint = (part: string) =>
  /^ADD (CONSTRAINT "?\w+"? )?(CHECK|FOREIGN KEY)\b/i.test(part) && !/\bNOT VALID\b/i.test(part);

/**
 * Returns the statements of a migration that break the previous release, or that block writers while Postgres reads a
 * large table. Tables that the migration creates are exempt, because nothing uses them yet.
 */
export function findBreakingChanges({ migration, statements }: MigrationStatements): string[] {
  const newTables = namesIn(statements, /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?("?[\w.]+"?)/gi);
  const tableOf = (statement: string, pattern: RegExp) => plainName(pattern.exec(statement)?.[1] ?? '');
  return statements.flatMap((statement) => {
    if (/^CREATE (UNIQUE )?INDEX/i.test(statement)) {
      const isConcurrent = /\bCONCURRENTLY\b/i.test(statement) && migration.transaction === false;
      return newTables.has(tableOf(statement, / ON (?:ONLY )?("?[\w.]+"?)/i)) || isConcurrent
        ? []
        : [`blocks writers: ${statement}`];
    }
    if (/^DROP (TABLE|TYPE|SCHEMA|VIEW)/i.test(statement)) return [`breaks the previous release: ${statement}`];
    if (
      !/^ALTER (TABLE|TYPE)/i.test(statement) ||
      newTables.has(tableOf(statement, /^ALTER TABLE (?:ONLY )?(?:IF EXISTS )?("?[\w.]+"?)/i))
    )
      return [];
    const parts = statement
      .replace(/^ALTER (TABLE|TYPE) (ONLY )?(IF EXISTS )?"?[\w.]+"? /i, '')
      .split(/,\s*(?=(?:ADD|DROP|ALTER|RENAME|SET)\b)/i);
    return parts.flatMap((part) => {
      if (breakingPatterns.some((pattern) => pattern.test(part)) || isRequiredColumn(part))
        return [`breaks the previous release: ${statement}`];
      return isSlowConstraint(part) || isValidatedConstraint(part) ? [`blocks writers: ${statement}`] : [];
    });
  });
}
