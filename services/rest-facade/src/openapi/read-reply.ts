import type { RowDetails } from '../express-rest-to-graphql';
import type { Components, JsonSchema } from './json-schema';

/** The schema of what a row makes of the operation's data, and the names of its headers: seen by handing it a specimen of that data. */
export function readReply(
  components: Components,
  data: JsonSchema,
  { reply, headers }: RowDetails<never, unknown>,
): { body?: JsonSchema; headers: string[] } {
  const schemas = new Map<unknown, JsonSchema>();
  const optional = new Set<unknown>();
  const whole = specimen(data);
  return {
    body: reply && schemaOf(reply(whole as never)),
    headers: Object.keys(headers?.(whole as never) ?? {}),
  };

  function specimen(of: JsonSchema): object {
    const [present = of] = (of['anyOf'] as JsonSchema[] | undefined) ?? [];
    const { properties = {} } = resolve(components, present);
    const made = Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, specimen(property)]));
    schemas.set(made, of);
    // What is spread from a part that may be null may be missing.
    if (present !== of) for (const part of Object.values(made)) optional.add(part);
    return made;
  }

  function schemaOf(made: unknown): JsonSchema {
    const known = schemas.get(made);
    if (known) return known;
    const parts = Object.entries(made as object);
    const required = parts.flatMap(([name, part]) => (optional.has(part) ? [] : [name]));
    return {
      type: 'object',
      additionalProperties: false,
      required,
      properties: Object.fromEntries(parts.map(([name, part]) => [name, schemaOf(part)])),
    };
  }
}

/** The schema that a reference names, or the schema itself. */
export function resolve(components: Components, schema: JsonSchema): JsonSchema {
  const name = /^#\/components\/schemas\/(.+)$/.exec(String(schema['$ref']))?.[1];
  return (name && components[name]) || schema;
}
