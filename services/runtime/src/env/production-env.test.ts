import { z } from 'zod';
import { productionEnv, validateProductionEnv } from './production-env';

const schema = z
  .object({
    ...productionEnv,
    TWILIO_API_BASE: z.url().optional(),
    GRAPHQL_PLAYGROUND: z.enum(['on', 'accounts', 'off']).optional(),
    RATE_LIMITS: z.enum(['on', 'off']).optional(),
  })
  .superRefine(validateProductionEnv);
const emulator = { TWILIO_API_BASE: 'http://localhost:4010' };

test.each([
  ['WEBHOOK_ALLOW_PRIVATE', { WEBHOOK_ALLOW_PRIVATE: 'true' }],
  ['TWILIO_API_BASE', emulator],
  ['GRAPHQL_PLAYGROUND', { GRAPHQL_PLAYGROUND: 'on' }],
  ['RATE_LIMITS', { RATE_LIMITS: 'off' }],
])('production rejects %s by name', (name, variables) => {
  expect(schema.safeParse({ NODE_ENV: 'production', ...variables }).error?.issues).toMatchObject([{ path: [name] }]);
});

test('production accepts webhooks to public addresses only, and development accepts everything', () => {
  const production = schema.safeParse({ NODE_ENV: 'production', WEBHOOK_ALLOW_PRIVATE: 'false' });
  expect(production.data).toMatchObject({ WEBHOOK_ALLOW_PRIVATE: false });
  const development = schema.safeParse({ NODE_ENV: 'development', WEBHOOK_ALLOW_PRIVATE: 'true', ...emulator });
  expect(development.data).toMatchObject({ WEBHOOK_ALLOW_PRIVATE: true, ...emulator });
});
