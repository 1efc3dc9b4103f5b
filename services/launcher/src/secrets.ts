import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from './env';
import { Failure } from './failure';
import { readJson } from './processes/read-json';
import { writeJson } from './processes/write-json';

export interface Secrets {
  serviceToken: string;
  sessionSecret: string;
  numberHashKey: string;
  postgresPassword: string;
}

/**
 * Returns the secrets. They are generated once and stored in DATA_DIR; environment variables override them. Throws a
 * Failure if the file is damaged, because new secrets would make the data inaccessible.
 */
export function readSecrets({
  DATA_DIR,
  SERVICE_TOKEN,
  SESSION_SECRET,
  NUMBER_HASH_KEY,
}: Pick<Env, 'DATA_DIR' | 'SERVICE_TOKEN' | 'SESSION_SECRET' | 'NUMBER_HASH_KEY'>): Secrets {
  const file = join(DATA_DIR, 'secrets.json');
  const stored = readJson<Partial<Secrets>>(file);
  if (!stored && existsSync(file))
    throw new Failure(`${file} cannot be read. Restore it, or delete DATA_DIR to start with no data.`);
  const secrets = {
    serviceToken: generateSecret(),
    sessionSecret: generateSecret(),
    numberHashKey: generateSecret(),
    postgresPassword: generateSecret(),
    ...stored,
  };
  // Also when an earlier version stored fewer.
  if (!stored?.numberHashKey) writeJson(file, secrets);
  return {
    ...secrets,
    serviceToken: SERVICE_TOKEN ?? secrets.serviceToken,
    sessionSecret: SESSION_SECRET ?? secrets.sessionSecret,
    numberHashKey: NUMBER_HASH_KEY ?? secrets.numberHashKey,
  };
}

const generateSecret = () => randomBytes(32).toString('hex');
