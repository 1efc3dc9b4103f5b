import { registerEnumType } from 'type-graphql';

/** Registers an enum in the GraphQL schema with a description for each value. */
export function registerEnum<Enum extends Record<string, string>>(
  values: Enum,
  name: string,
  description: string,
  valueDescriptions: Record<keyof Enum, string>,
): void {
  const valuesConfig = Object.fromEntries(
    Object.entries(valueDescriptions).map(([key, text]) => [key, { description: text }]),
  );
  registerEnumType(values, {
    name,
    description,
    valuesConfig: valuesConfig as Record<keyof Enum, { description: string }>,
  });
}
