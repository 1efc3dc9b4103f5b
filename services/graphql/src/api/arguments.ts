import { Arg, ID } from 'type-graphql';

/**
 * Declares the `id` argument of an operation. @param owner The possessive noun for its description, such as `The
 * lead’s`.
 */
export const IdArg = (owner: string) => Arg('id', () => ID, { description: `${owner} id.` });

/** Declares the `clientId` argument of an operation. */
export const ClientIdArg = () => Arg('clientId', () => ID, { description: 'The client’s id.' });

/** Declares the `input` argument of a mutation. */
export const InputArg = (type: () => new () => object, description: string) => Arg('input', type, { description });
