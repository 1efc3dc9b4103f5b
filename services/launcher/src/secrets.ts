import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from './env';
import { Failure } from './failure';
import { readJson } from './processes/read-json';
import { writeJson } from './processes/write-json';

export interface Secrets {
  workerToken: string;
  landingToken: string;
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
  WORKER_TOKEN,
  LANDING_TOKEN,
  SESSION_SECRET,
  NUMBER_HASH_KEY,
}: Pick<Env, 'DATA_DIR' | 'WORKER_TOKEN' | 'LANDING_TOKEN' | 'SESSION_SECRET' | 'NUMBER_HASH_KEY'>): Secrets {
  const file = join(DATA_DIR, 'secrets.json');
  const stored = readJson<Partial<Secrets>>(file);
  if (!stored && existsSync(file))
    throw new Failure(`${file} cannot be read. Restore it, or delete DATA_DIR to start with no data.`);
  const secrets = {
    workerToken: generateSecret(),
    landingToken: generateSecret(),
    sessionSecret: generateSecret(),
    numberHashKey: generateSecret(),
    postgresPassword: generateSecret(),
    ...stored,
  };
  // Also when an earlier version stored fewer.
  if (Object.keys(secrets).some((name) => stored?.[name as keyof Secrets] === undefined)) writeJson(file, secrets);
  return {
    ...secrets,
    workerToken: WORKER_TOKEN ?? secrets.workerToken,
    landingToken: LANDING_TOKEN ?? secrets.landingToken,
    sessionSecret: SESSION_SECRET ?? secrets.sessionSecret,
    numberHashKey: NUMBER_HASH_KEY ?? secrets.numberHashKey,
  };
}

const generateSecret = () => randomBytes(32).toString('hex');
