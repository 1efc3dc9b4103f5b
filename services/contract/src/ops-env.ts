import { z } from 'zod';
import { logLevels } from './log';

/** What every service reads beside its own settings: where its operators’ port is, and how much it logs. */
export const opsEnv = {
  /** `/healthz`, `/readyz` and `/metrics`; 0 picks a free one. */
  OPS_PORT: z.coerce.number().int().min(0).max(65535).default(9464),
  OPS_HOST: z.string().min(1).default('0.0.0.0'),
  LOG_LEVEL: z.enum(logLevels).default('info'),
};
