import { MAX_RETENTION_DAYS, MIN_RETENTION_DAYS } from '@dripline/contract/limits';
import { IsOptional, Max, Min } from 'class-validator';
import { Authorized, Ctx, Field, InputType, Int, Mutation, Query, Resolver } from 'type-graphql';
import { BUILDER_ROLES, authorizeBuilder, type Role } from '../access/access';
import { ClientIdArg, InputArg } from '../api/arguments';
import type { Context } from '../api/context';
import { RetentionPolicy } from './retention-policy.entity';

const DAYS_RULE = { message: `Retention must be ${MIN_RETENTION_DAYS} to ${MAX_RETENTION_DAYS} days.` };

@InputType({ description: 'The fields of a retention policy to update. Omitted fields are unchanged.' })
class UpdateRetentionPolicyInput {
  @Field(() => Int, {
    nullable: true,
    description: `The number of days to keep leads and spam submissions, ${MIN_RETENTION_DAYS} to ${MAX_RETENTION_DAYS}. Null keeps them indefinitely.`,
  })
  @IsOptional()
  @Min(MIN_RETENTION_DAYS, DAYS_RULE)
  @Max(MAX_RETENTION_DAYS, DAYS_RULE)
  leadDays?: number | null;
}

@Resolver()
export class RetentionPolicyResolver {
  @Authorized<Role>(...BUILDER_ROLES)
  @Query(() => RetentionPolicy, { description: 'Returns a client’s data retention policy.' })
  async retentionPolicy(@ClientIdArg() clientId: string, @Ctx() ctx: Context): Promise<RetentionPolicy> {
    await authorizeBuilder(ctx, clientId);
    return findRetention(ctx, clientId);
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @Mutation(() => RetentionPolicy, {
    description:
      'Updates a client’s data retention policy. Leads that are older than the new period are deleted within minutes.',
  })
  async updateRetentionPolicy(
    @ClientIdArg() clientId: string,
    @InputArg(() => UpdateRetentionPolicyInput, 'The fields to update.') { leadDays }: UpdateRetentionPolicyInput,
    @Ctx() ctx: Context,
  ): Promise<RetentionPolicy> {
    await authorizeBuilder(ctx, clientId);
    if (leadDays !== undefined)
      await ctx.dataSource.manager.upsert(RetentionPolicy, { clientId, leadDays }, ['clientId']);
    return findRetention(ctx, clientId);
  }
}

const findRetention = async ({ dataSource }: Context, clientId: string) =>
  (await dataSource.manager.findOneBy(RetentionPolicy, { clientId })) ??
  Object.assign(new RetentionPolicy(), { clientId, leadDays: null });
