import { randomUUID } from 'node:crypto';

/** The values that a cached page leaves open: the visitor's own, and the styles, which all pages share. */
export interface Own {
  idempotencyKey: string;
  formToken: string;
  /** The visitor's source, URL-encoded. */
  source: string;
  styles: string;
}

/** A page split into parts, in which every second part is a placeholder. */
export type Template = string[];

/** Placeholders for the open values. They are random, so that no visitor input can match them. */
export const gaps: Own = {
  idempotencyKey: randomUUID(),
  formToken: randomUUID(),
  source: randomUUID(),
  styles: randomUUID(),
};

const names = new Map((Object.keys(gaps) as (keyof Own)[]).map((name) => [gaps[name], name]));
const anyPlaceholder = new RegExp(`(${[...names.keys()].join('|')})`);

/** Splits a page that was rendered with placeholders. */
export const cut = (html: string): Template => html.split(anyPlaceholder);

/** Fills in a template for one visitor. Values are inserted without escaping, so they must be safe in HTML. */
export function fill(template: Template, own: Own): string {
  let html = '';
  for (const [index, part] of template.entries()) html += index % 2 ? own[names.get(part)!] : part;
  return html;
}
