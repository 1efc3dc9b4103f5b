import type { RouteDetails } from '../express-rest-to-graphql';
import type { Components, JsonSchema } from './json-schema';

/**
 * Derives the schema of a route's response body and the names of its headers by calling its functions with a sample of
 * the operation's data.
 */
export function readResponse(
  components: Components,
  data: JsonSchema,
  { toBody, list }: RouteDetails<never, unknown>,
): { body?: JsonSchema; headers: string[] } {
  const schemas = new Map<unknown, JsonSchema>();
  const optional = new Set<unknown>();
  const sampleData = sampleOf(data);
  return {
    body: list ? schemaOf(list(sampleData as never).nodes) : toBody && schemaOf(toBody(sampleData as never)),
    headers: list ? ['X-Total-Count', 'Link'] : [],
  };

  function sampleOf(of: JsonSchema): object {
    const [present = of] = (of['anyOf'] as JsonSchema[] | undefined) ?? [];
    const { properties = {} } = resolveReference(components, present);
    const sample = Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, sampleOf(property)]));
    schemas.set(sample, of);
    // Properties that are spread from a nullable object may be missing.
    if (present !== of) for (const part of Object.values(sample)) optional.add(part);
    return sample;
  }

  function schemaOf(sample: unknown): JsonSchema {
    const known = schemas.get(sample);
    if (known) return known;
    const parts = Object.entries(sample as object);
    const required = parts.flatMap(([name, part]) => (optional.has(part) ? [] : [name]));
    return {
      type: 'object',
      additionalProperties: false,
      required,
      properties: Object.fromEntries(parts.map(([name, part]) => [name, schemaOf(part)])),
    };
  }
}

/** Resolves a reference to a component schema. Other schemas are returned unchanged. */
export function resolveReference(components: Components, schema: JsonSchema): JsonSchema {
  const name = /^#\/components\/schemas\/(.+)$/.exec(String(schema['$ref']))?.[1];
  return (name && components[name]) || schema;
}
