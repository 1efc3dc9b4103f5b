import { z } from 'zod';
import { logLevels } from '../log';
import { credentialsDirectory } from './parse-env';
import { sharedEnv, urlEnv } from './shared-env';

/** The environment variables that every service reads: secret files, operations port, tracing and log level. */
export const opsEnv = {
  CREDENTIALS_DIRECTORY: credentialsDirectory,
  OPS_PORT: sharedEnv.PORT.default(9464).meta({
    description: 'Port of `/healthz`, `/readyz` and `/metrics`, where `0` selects a free port.',
  }),
  OPS_HOST: sharedEnv.HOST.default('0.0.0.0').meta({ description: 'Address that the operations port listens on.' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlEnv.optional().meta({
    description:
      'URL of the OpenTelemetry collector that receives traces as OTLP over HTTP. Without it, nothing is traced.',
    chartValue: 'tracing.endpoint',
  }),
  // The OpenTelemetry SDK reads the two variables below.
  OTEL_TRACES_SAMPLER: z.string().optional().meta({
    description: 'OpenTelemetry sampler, which the chart sets to `parentbased_traceidratio`.',
    chartValue: 'Set by the chart',
    defaultText: `The SDK's`,
  }),
  OTEL_TRACES_SAMPLER_ARG: z.string().optional().meta({
    description: 'Share of requests that is traced, from 0 to 1.',
    chartValue: 'tracing.sampleRatio',
    defaultText: `The SDK's`,
  }),
  LOG_LEVEL: z.enum(logLevels).default('info').meta({
    description: 'Least severe level that is logged: `fatal`, `error`, `warn`, `info` or `debug`.',
    chartValue: 'logLevel',
  }),
};
