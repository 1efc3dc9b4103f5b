import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from './env';
import { Failure } from './failure';
import { readJson } from './processes/read-json';
import { writeJson } from './processes/write-file';

export interface Secrets {
  serviceToken: string;
  sessionSecret: string;
  postgresPassword: string;
}

/** This machine's secrets, made once and kept in DATA_DIR; those the environment names win. Throws a Failure where the file is damaged: new ones would lock the data out. */
export function readSecrets({
  DATA_DIR,
  SERVICE_TOKEN,
  SESSION_SECRET,
}: Pick<Env, 'DATA_DIR' | 'SERVICE_TOKEN' | 'SESSION_SECRET'>): Secrets {
  const file = join(DATA_DIR, 'secrets.json');
  const kept = readJson<Secrets>(file);
  if (!kept && existsSync(file))
    throw new Failure(`${file} cannot be read. Restore it, or remove DATA_DIR to start anew.`);
  const secrets = kept ?? { serviceToken: makeSecret(), sessionSecret: makeSecret(), postgresPassword: makeSecret() };
  if (!kept) writeJson(file, secrets);
  return {
    ...secrets,
    serviceToken: SERVICE_TOKEN ?? secrets.serviceToken,
    sessionSecret: SESSION_SECRET ?? secrets.sessionSecret,
  };
}

const makeSecret = () => randomBytes(32).toString('hex');
