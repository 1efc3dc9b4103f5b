import type { MigrationInterface } from 'typeorm';

/** What one migration sends to Postgres, statement by statement. */
export interface Sent {
  migration: MigrationInterface;
  statements: string[];
}

/** The statements of what is sent at once, without the bodies of functions and comments. */
export const statementsOf = (sql: string): string[] =>
  sql
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/--.*$/gm, '')
    .split(';')
    .map((each) => each.replace(/\s+/g, ' ').trim())
    .filter(Boolean);

const plainName = (name: string) => name.replaceAll('"', '').replace(/^public\./, '');
const namesIn = (statements: string[], pattern: RegExp) =>
  new Set(statements.flatMap((each) => [...each.matchAll(pattern)].map(([, name]) => plainName(name!))));

// What the release before still reads, writes or leaves out.
const takesAway = [
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
// What keeps everybody out of a table for as long as it is read.
const isSlowConstraint = (part: string) =>
  /^ADD (CONSTRAINT "?\w+"? )?(UNIQUE|PRIMARY KEY|EXCLUDE)\b/i.test(part) && !/\bUSING INDEX\b/i.test(part);
const isUncheckedLater = (part: string) =>
  /^ADD (CONSTRAINT "?\w+"? )?(CHECK|FOREIGN KEY)\b/i.test(part) && !/\bNOT VALID\b/i.test(part);

/**
 * What of a migration breaks the release before it, or holds up everybody while a large table is gone through. Tables
 * that it makes itself are nobody's yet.
 */
export function findBreakingChanges({ migration, statements }: Sent): string[] {
  const own = namesIn(statements, /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?("?[\w.]+"?)/gi);
  const of = (statement: string, pattern: RegExp) => plainName(pattern.exec(statement)?.[1] ?? '');
  return statements.flatMap((statement) => {
    if (/^CREATE (UNIQUE )?INDEX/i.test(statement)) {
      const isBeside = /\bCONCURRENTLY\b/i.test(statement) && migration.transaction === false;
      return own.has(of(statement, / ON (?:ONLY )?("?[\w.]+"?)/i)) || isBeside
        ? []
        : [`holds up writers: ${statement}`];
    }
    if (/^DROP (TABLE|TYPE|SCHEMA|VIEW)/i.test(statement)) return [`takes away: ${statement}`];
    if (
      !/^ALTER (TABLE|TYPE)/i.test(statement) ||
      own.has(of(statement, /^ALTER TABLE (?:ONLY )?(?:IF EXISTS )?("?[\w.]+"?)/i))
    )
      return [];
    const parts = statement
      .replace(/^ALTER (TABLE|TYPE) (ONLY )?(IF EXISTS )?"?[\w.]+"? /i, '')
      .split(/,\s*(?=(?:ADD|DROP|ALTER|RENAME|SET)\b)/i);
    return parts.flatMap((part) => {
      if (takesAway.some((pattern) => pattern.test(part)) || isRequiredColumn(part))
        return [`takes away: ${statement}`];
      return isSlowConstraint(part) || isUncheckedLater(part) ? [`holds up writers: ${statement}`] : [];
    });
  });
}
