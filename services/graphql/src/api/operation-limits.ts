import { costLimitRule } from '@escape.tech/graphql-armor-cost-limit';
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import type { GraphQLError, ValidationContext, ValidationRule } from 'graphql';

/** Maximum length of an operation in tokens. The parser rejects longer ones. */
export const MAX_TOKENS = 1_000;

// Armor throws by default, which Apollo would report as an internal error; these report a validation error instead.
const reporting = {
  propagateOnRejection: false,
  onReject: [(context: ValidationContext | null, error: GraphQLError) => context?.reportError(error)],
};

/**
 * Limits per operation: GraphQL Armor's defaults, except a depth of twelve, which the connections of a client's leads,
 * their enrollments and messages need. The cost is about the number of fields, each counted as often as literal page
 * sizes say. `itemLimit` also knows the variables.
 */
export const operationLimits: ValidationRule[] = [
  maxDepthRule({ n: 12, ...reporting }),
  maxAliasesRule({ n: 15, ...reporting }),
  maxDirectivesRule({ n: 50, ...reporting }),
  costLimitRule({ maxCost: 100_000, depthCostFactor: 1, ...reporting }),
];
