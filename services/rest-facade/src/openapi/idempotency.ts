import {
  IDEMPOTENCY_HEADER,
  IDEMPOTENCY_HOURS,
  IDEMPOTENCY_KEY_PATTERN,
  MAX_IDEMPOTENCY_KEY_LENGTH,
  withoutIdempotencyKey,
} from '@dripline/contract/idempotency';
import type { Route } from '../express-rest-to-graphql';
import type { Call } from './read-call';

/** Whether a route runs once for each idempotency key. */
export const isIdempotent = ({ method }: Route, { kind, rootField }: Call): boolean =>
  method === 'post' && kind === 'mutation' && !Object.hasOwn(withoutIdempotencyKey, rootField.name);

/** Returns the header parameter of a `POST`, unless the operation takes the key as an argument. */
export function idempotencyParameter(row: Route, call: Call): object[] {
  if (row.method !== 'post' || call.parameters.some(({ name }) => name === IDEMPOTENCY_HEADER)) return [];
  const parameter = { name: IDEMPOTENCY_HEADER, in: 'header', required: false };
  if (!isIdempotent(row, call)) {
    const reason = withoutIdempotencyKey[call.rootField.name] ?? 'it changes nothing';
    return [{ ...parameter, description: `Ignored, because ${reason}.`, schema: { type: 'string' } }];
  }
  return [
    {
      ...parameter,
      description: `A key of your choice, such as a UUID. For ${IDEMPOTENCY_HOURS} hours, a retry with the same key and body gets the first response and changes nothing.`,
      schema: {
        type: 'string',
        minLength: 1,
        maxLength: MAX_IDEMPOTENCY_KEY_LENGTH,
        pattern: IDEMPOTENCY_KEY_PATTERN,
      },
    },
  ];
}
