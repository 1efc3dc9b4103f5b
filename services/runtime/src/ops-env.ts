import { z } from 'zod';
import { logLevels } from './log';

/** What every service reads beside its own settings: where its operators’ port is, and how much it logs. */
export const opsEnv = {
  /** `/healthz`, `/readyz` and `/metrics`; 0 picks a free one. */
  OPS_PORT: z.coerce.number().int().min(0).max(65535).default(9464),
  OPS_HOST: z.string().min(1).default('0.0.0.0'),
  /** Where traces go, as OTLP over HTTP; none are made without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
};
