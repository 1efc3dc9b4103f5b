import { Kind, parse, valueFromASTUntyped, type OperationDefinitionNode } from 'graphql';

/** One tab of the editor. */
export interface Example {
  query: string;
  variables: string;
}

/** One example per operation of a document, with the comment above it and its variables ready to be filled in. */
export function toExamples(document: string): Example[] {
  const operations = parse(document).definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  return operations.map((operation, index) => ({
    query: document.slice(operations[index - 1]?.loc?.end ?? 0, operation.loc?.end).trim(),
    variables: variablesOf(operation),
  }));
}

function variablesOf({ variableDefinitions = [] }: OperationDefinitionNode): string {
  const entries = variableDefinitions.map(({ variable, defaultValue }) => [
    variable.name.value,
    defaultValue ? valueFromASTUntyped(defaultValue) : '',
  ]);
  return entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries), null, 2);
}
