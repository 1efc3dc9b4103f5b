import 'reflect-metadata';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createSchema } from './schema';

/** Writes the schema into the contract, or to the path given as argument. */
const target = process.argv[2] ?? path.join(__dirname, '../../contract/schema.graphql');
writeFileSync(target, `${printSchema(lexicographicSortSchema(createSchema()))}\n`);
