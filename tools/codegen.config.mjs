/**
 * Folders with GraphQL documents, and the file that is generated from each. `isPersisted`
 * allows the operations in production.
 */
export const consumers = [
  { folder: 'services/runtime/src/landing/', output: 'services/runtime/src/landing/generated.ts', isPersisted: true },
  {
    folder: 'services/rest-facade/src/operations/',
    output: 'services/rest-facade/src/operations/generated.ts',
    isPersisted: true,
  },
  {
    folder: 'services/workflows/src/operations/',
    output: 'services/workflows/src/operations/generated.ts',
    isPersisted: true,
  },
  { folder: 'web/server/', output: 'web/server/landing/generated.ts', isPersisted: true },
  { folder: 'web/src/', output: 'web/src/shared/graphql/generated.ts', isPersisted: true },
  // Documents of the server's tests.
  {
    folder: 'services/graphql/src/testing/operations/',
    output: 'services/graphql/src/testing/operations/generated.ts',
    isPersisted: false,
  },
];

/** Files of the contract, relative to the repository root. */
export const contract = {
  schema: 'services/contract/schema.graphql',
  schemaRules: 'services/contract/schema-rules.json',
  schemaModule: 'services/contract/src/schema.ts',
  persistedOperations: 'services/contract/src/persisted-operations.ts',
  previousOperations: 'services/contract/previous-operations.json',
};

/** All files that `npm run codegen` writes. */
export const generatedFiles = [
  contract.schema,
  contract.schemaRules,
  contract.schemaModule,
  contract.persistedOperations,
  ...consumers.map(({ output }) => output),
];
