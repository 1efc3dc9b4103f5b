import { z } from 'zod';
import { logLevels } from '../log';

/** The environment variables that every service reads: operations port, tracing and log level. */
export const opsEnv = {
  /** The port of `/healthz`, `/readyz` and `/metrics`. 0 selects a free port. */
  OPS_PORT: z.coerce.number().int().min(0).max(65535).default(9464),
  OPS_HOST: z.string().min(1).default('0.0.0.0'),
  /** The collector that traces are sent to, as OTLP over HTTP. Without it nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' }).optional(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
};
