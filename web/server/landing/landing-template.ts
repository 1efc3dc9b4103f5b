import { randomUUID } from 'node:crypto';

/** What a kept page leaves open: what is each visitor's own, and the styles, which all pages share. */
export interface Own {
  idempotencyKey: string;
  formToken: string;
  /** Where the visitor came from, as a query has it. */
  source: string;
  styles: string;
}

/** A page in parts; every second one is a gap. */
export type Template = string[];

/** Stands in for what is left open while the page is rendered; nobody could have typed it. */
export const gaps: Own = {
  idempotencyKey: randomUUID(),
  formToken: randomUUID(),
  source: randomUUID(),
  styles: randomUUID(),
};

const names = new Map((Object.keys(gaps) as (keyof Own)[]).map((name) => [gaps[name], name]));
const anyGap = new RegExp(`(${[...names.keys()].join('|')})`);

/** Takes a page apart that was rendered with gaps. */
export const cut = (html: string): Template => html.split(anyGap);

/** The page as one visitor gets it. The values are put in as they are: none may need escaping. */
export function fill(template: Template, own: Own): string {
  let html = '';
  for (let at = 0; at < template.length; at += 1) html += at % 2 ? own[names.get(template[at]!)!] : template[at]!;
  return html;
}
