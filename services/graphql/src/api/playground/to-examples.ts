import { Kind, parse, valueFromASTUntyped, type OperationDefinitionNode } from 'graphql';

/** The content of one editor tab. */
export interface Example {
  query: string;
  variables: string;
}

/** Splits a document into one example per operation, with its leading comment and a template of its variables. */
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
