import { z } from 'zod';

/**
 * Schema of WEBHOOK_ALLOW_PRIVATE: whether webhooks may post to private addresses. It is rejected in production, where it would expose
 * the internal network to every client.
 */
export const allowPrivateEnv = (nodeEnv: string | undefined) =>
  z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true')
    .refine((allowed) => !allowed || nodeEnv !== 'production', 'is not allowed in production. Remove it.');
