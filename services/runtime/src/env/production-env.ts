import { z } from 'zod';

/** The environment variables of the services that call addresses which an operator or a client sets. */
export const productionEnv = {
  NODE_ENV: z.string().optional().meta({
    description:
      'Mode of the process: `development`, `production` or `test`. Production rejects `TWILIO_API_BASE` and `WEBHOOK_ALLOW_PRIVATE=true`.',
    chartValue: 'Set by the images',
  }),
  WEBHOOK_ALLOW_PRIVATE: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true')
    .meta({
      description: 'Whether webhooks may be sent to private addresses, for development only. Rejected in production.',
    }),
};

interface ProductionEnv {
  NODE_ENV?: string | undefined;
  WEBHOOK_ALLOW_PRIVATE: boolean;
  TWILIO_API_BASE?: string | undefined;
}

/**
 * Reports variables that are not allowed in production. Webhooks to private addresses would expose the internal network
 * to every client, and the Twilio emulator accepts messages without sending them. For zod's `superRefine`.
 */
export function validateProductionEnv(env: ProductionEnv, context: z.RefinementCtx): void {
  if (env.NODE_ENV !== 'production') return;
  for (const name of ['WEBHOOK_ALLOW_PRIVATE', 'TWILIO_API_BASE'] as const)
    if (env[name])
      context.addIssue({ code: 'custom', path: [name], message: 'is not allowed in production. Remove it.' });
}
