import { costLimitRule } from '@escape.tech/graphql-armor-cost-limit';
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import type { GraphQLError, ValidationContext, ValidationRule } from 'graphql';

/** Longest operation, in tokens; more is not even parsed. */
export const MAX_TOKENS = 1_000;

// Thrown, as they are unless said otherwise, they would be our fault.
const told = {
  propagateOnRejection: false,
  onReject: [(context: ValidationContext | null, error: GraphQLError) => context?.reportError(error)],
};

/** What an operation may ask for at once: GraphQL Armor's own defaults, but for the depth, of which the copies of a landing page's images take nine. */
export const operationLimits: ValidationRule[] = [
  maxDepthRule({ n: 9, ...told }),
  maxAliasesRule({ n: 15, ...told }),
  maxDirectivesRule({ n: 50, ...told }),
  costLimitRule({ maxCost: 5_000, ...told }),
];
