import { MAX_RETENTION_DAYS, MIN_RETENTION_DAYS } from '@dripline/contract/limits';
import { IsOptional, Max, Min } from 'class-validator';
import { Args, Authorized, Ctx, Field, FieldResolver, InputType, Int, Mutation, Resolver, Root } from 'type-graphql';
import { BUILDER_ROLES, BuilderField, authorizeBuilder, type Role } from '../access/access';
import { ClientIdArg, InputArg } from '../api/arguments';
import { assertVersion, VersionArgs } from '../api/versions';
import type { Context } from '../api/context';
import { Client } from '../clients/client.entity';
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

@Resolver(() => Client)
export class RetentionPolicyResolver {
  @BuilderField()
  @FieldResolver(() => RetentionPolicy, { description: 'The client’s data retention policy. Requires a sign-in.' })
  retentionPolicy(@Root() { id }: Client, @Ctx() { loaders }: Context): Promise<RetentionPolicy> {
    return loaders.retentionPolicy.load(id);
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @Mutation(() => RetentionPolicy, {
    description:
      'Updates a client’s data retention policy. Leads that are older than the new period are deleted within minutes.',
  })
  async updateRetentionPolicy(
    @ClientIdArg() clientId: string,
    @InputArg(() => UpdateRetentionPolicyInput, 'The fields to update.') { leadDays }: UpdateRetentionPolicyInput,
    @Args(() => VersionArgs) { expectedVersion }: VersionArgs,
    @Ctx() ctx: Context,
  ): Promise<RetentionPolicy> {
    await authorizeBuilder(ctx, clientId);
    await ctx.dataSource.transaction(async (db) => {
      await assertVersion(db, RetentionPolicy, { clientId }, expectedVersion);
      if (leadDays !== undefined) await db.upsert(RetentionPolicy, { clientId, leadDays }, ['clientId']);
    });
    return ctx.loaders.retentionPolicy.load(clientId);
  }
}
