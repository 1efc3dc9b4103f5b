import { randomUUID } from 'node:crypto';

/** The values that a cached page leaves open: the visitor's own, and the styles, which all pages share. */
export interface TemplateValues {
  idempotencyKey: string;
  formToken: string;
  /** What the page's URLs keep of the visitor's query, escaped. */
  query: string;
  styles: string;
}

/** A page split into encoded parts and the names of the values between them. */
export type Template = (Buffer | keyof TemplateValues)[];

/** Placeholders for the open values. They are random, so that no visitor input can match them. */
export const placeholders: TemplateValues = {
  idempotencyKey: randomUUID(),
  formToken: randomUUID(),
  query: randomUUID(),
  styles: randomUUID(),
};

const names = new Map(
  (Object.keys(placeholders) as (keyof TemplateValues)[]).map((name) => [placeholders[name], name]),
);
const anyPlaceholder = new RegExp(`(${[...names.keys()].join('|')})`);

/** Splits a page that was rendered with placeholders. */
export const splitTemplate = (html: string): Template =>
  html.split(anyPlaceholder).map((part) => names.get(part) ?? Buffer.from(part));

/** Fills in a template for one visitor. Values are inserted without escaping, so they must be safe in HTML. */
export function fillTemplate(template: Template, own: Record<keyof TemplateValues, Buffer>): Buffer {
  // Joining encoded parts is many times faster than encoding the joined page.
  return Buffer.concat(template.map((part) => (typeof part === 'string' ? own[part] : part)));
}
