import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '@dripline/launcher/paths';

interface Service {
  image: string;
  environment?: Record<string, string>;
  env_file?: string[];
  volumes?: string[];
  depends_on?: string[] | Record<string, { condition: string }>;
  command?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  ports?: string[];
  healthcheck?: { test?: string[]; disable?: boolean };
}

export interface ComposeFile {
  services: Record<string, Service>;
  volumes: Record<string, object | null>;
}

/** Returns compose.yaml as Docker Compose reads it with these variables in .env. Throws if a required one is missing. */
export function readCompose(variables: Record<string, string>): ComposeFile {
  const interpolate = (text: string) =>
    text.replace(/\$\{(\w+)(:[-?])([^}]*)\}/g, (_match, name: string, operator: string, argument: string) => {
      if (variables[name]) return variables[name];
      if (operator === ':?') throw new Error(`${name}: ${argument}`);
      return argument;
    });
  const file: unknown = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'), { merge: true });
  return JSON.parse(JSON.stringify(file), (_key, value: unknown) =>
    typeof value === 'string' ? interpolate(value) : value,
  ) as ComposeFile;
}
