import 'reflect-metadata';
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInternalSchema, createSchema } from './schema';
import { collectRules } from './schema-rules';

/**
 * Writes `schema.graphql`, `internal-schema.graphql` and `schema-rules.json`, the rules that SDL cannot express, into the
 * contract.
 */
const write = (name: string, text: string) =>
  writeFileSync(path.join(__dirname, '../../../contract', name), `${text}\n`);
const sdlOf = (schema: GraphQLSchema) => printSchema(lexicographicSortSchema(schema));
const schema = createSchema();
write('schema.graphql', sdlOf(schema));
write('internal-schema.graphql', sdlOf(createInternalSchema()));
write('schema-rules.json', JSON.stringify(collectRules(schema), null, 2));
