import { z } from 'zod';

/** The environment variables of the services that call addresses which an operator or a client sets. */
export const productionEnv = {
  NODE_ENV: z.string().optional().meta({
    description:
      'Mode of the process: `development`, `production` or `test`. Production rejects `TWILIO_API_BASE`, `WEBHOOK_ALLOW_PRIVATE=true`, `GRAPHQL_PLAYGROUND=on` and `RATE_LIMITS=off`.',
    chartValue: 'Set by the images',
  }),
  WEBHOOK_ALLOW_PRIVATE: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true')
    .meta({
      description: 'Whether webhooks may be sent to private addresses, for development only. Rejected in production.',
      chartValue: 'development.webhookAllowPrivate',
    }),
};

interface ProductionEnv {
  NODE_ENV?: string | undefined;
  WEBHOOK_ALLOW_PRIVATE: boolean;
  TWILIO_API_BASE?: string | undefined;
  GRAPHQL_PLAYGROUND?: 'on' | 'accounts' | 'off' | undefined;
  RATE_LIMITS?: 'on' | 'off' | undefined;
}

/**
 * Reports variables that are not allowed in production. Webhooks to private addresses would expose the internal network
 * to every client, the Twilio emulator accepts messages without sending them, the playground lets anyone run operations
 * of their own, and without rate limits passwords can be guessed. For zod's `superRefine`.
 */
export function validateProductionEnv(env: ProductionEnv, context: z.RefinementCtx): void {
  if (env.NODE_ENV !== 'production') return;
  const rejected = {
    WEBHOOK_ALLOW_PRIVATE: env.WEBHOOK_ALLOW_PRIVATE,
    TWILIO_API_BASE: env.TWILIO_API_BASE !== undefined,
    GRAPHQL_PLAYGROUND: env.GRAPHQL_PLAYGROUND === 'on',
    RATE_LIMITS: env.RATE_LIMITS === 'off',
  };
  for (const [name, isRejected] of Object.entries(rejected))
    if (isRejected)
      context.addIssue({ code: 'custom', path: [name], message: 'is not allowed in production. Remove it.' });
}
