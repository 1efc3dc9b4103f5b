import { Arg, ID } from 'type-graphql';

/** Declares the `id` argument of an operation. `noun` is what the ID identifies, such as `lead`. */
export const IdArg = (noun: string) => Arg('id', () => ID, { description: `The ID of the ${noun}.` });

/** Declares the `clientId` argument of an operation. */
export const ClientIdArg = () => Arg('clientId', () => ID, { description: 'The ID of the client.' });

/** Declares the `input` argument of a mutation. */
export const InputArg = (type: () => new () => object, description: string) => Arg('input', type, { description });
