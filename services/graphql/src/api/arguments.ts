import { Arg, ID } from 'type-graphql';

/** The argument `id` of an operation about one thing; `whose` as in 'The lead’s'. */
export const Id = (whose: string) => Arg('id', () => ID, { description: `${whose} id.` });

/** The argument `clientId` of an operation about what a client has. */
export const ClientId = () => Arg('clientId', () => ID, { description: 'The client’s id.' });

/** The argument `input` of an operation that makes or changes something. */
export const Input = (type: () => new () => object, description: string) => Arg('input', type, { description });
