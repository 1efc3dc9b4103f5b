import { randomUUID } from 'node:crypto';

/** The values that a cached page leaves open: the visitor's own, and the styles, which all pages share. */
export interface TemplateValues {
  idempotencyKey: string;
  formToken: string;
  /** The visitor's source, URL-encoded. */
  source: string;
  styles: string;
}

/** A page split into parts, in which every second part is a placeholder. */
export type Template = string[];

/** Placeholders for the open values. They are random, so that no visitor input can match them. */
export const placeholders: TemplateValues = {
  idempotencyKey: randomUUID(),
  formToken: randomUUID(),
  source: randomUUID(),
  styles: randomUUID(),
};

const names = new Map(
  (Object.keys(placeholders) as (keyof TemplateValues)[]).map((name) => [placeholders[name], name]),
);
const anyPlaceholder = new RegExp(`(${[...names.keys()].join('|')})`);

/** Splits a page that was rendered with placeholders. */
export const splitTemplate = (html: string): Template => html.split(anyPlaceholder);

/** Fills in a template for one visitor. Values are inserted without escaping, so they must be safe in HTML. */
export function fillTemplate(template: Template, own: TemplateValues): string {
  let html = '';
  for (const [index, part] of template.entries()) html += index % 2 ? own[names.get(part)!] : part;
  return html;
}
