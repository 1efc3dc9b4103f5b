import { registerEnumType } from 'type-graphql';

/** Adds an enum to the schema, with a sentence for each of its values. */
export function publishEnum<Enum extends Record<string, string>>(
  values: Enum,
  name: string,
  description: string,
  each: Record<keyof Enum, string>,
): void {
  const valuesConfig = Object.fromEntries(Object.entries(each).map(([key, its]) => [key, { description: its }]));
  registerEnumType(values, {
    name,
    description,
    valuesConfig: valuesConfig as Record<keyof Enum, { description: string }>,
  });
}
