import { z } from 'zod';

/** WEBHOOK_ALLOW_PRIVATE: whether webhooks may post to addresses that are not on the internet. In production that would open the network behind the firewall to every client. */
export const allowPrivateEnv = (nodeEnv: string | undefined) =>
  z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true')
    .refine((allowed) => !allowed || nodeEnv !== 'production', 'is refused in production; leave it out');
