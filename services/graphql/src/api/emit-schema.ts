import 'reflect-metadata';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createSchema } from './schema';
import { collectRules } from './schema-rules';

/** Writes `schema.graphql` and `schema-rules.json`, the rules that SDL cannot express, into the contract. */
const contract = path.join(__dirname, '../../../contract');
writeFileSync(path.join(contract, 'schema.graphql'), `${printSchema(lexicographicSortSchema(createSchema()))}\n`);
writeFileSync(path.join(contract, 'schema-rules.json'), `${JSON.stringify(collectRules(), null, 2)}\n`);
