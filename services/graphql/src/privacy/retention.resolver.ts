import { MAX_RETENTION_DAYS, MIN_RETENTION_DAYS } from '@dripline/contract/limits';
import { IsOptional, Max, Min } from 'class-validator';
import { Authorized, Ctx, Field, InputType, Int, Mutation, Query, Resolver } from 'type-graphql';
import { BUILDER, openBuilder, type Role } from '../access/access';
import { ClientId, Input } from '../api/arguments';
import type { Context } from '../api/context';
import { Retention } from './retention-policy.entity';

const DAYS_RULE = { message: `Choose ${MIN_RETENTION_DAYS} to ${MAX_RETENTION_DAYS} days` };

@InputType({ description: 'What to change of how long a client keeps what people left. What is left out stays.' })
class UpdateRetentionInput {
  @Field(() => Int, {
    nullable: true,
    description: `Days from the day a lead arrived, ${MIN_RETENTION_DAYS} to ${MAX_RETENTION_DAYS}; null keeps leads for good.`,
  })
  @IsOptional()
  @Min(MIN_RETENTION_DAYS, DAYS_RULE)
  @Max(MAX_RETENTION_DAYS, DAYS_RULE)
  leadDays?: number | null;
}

@Resolver()
export class RetentionResolver {
  @Authorized<Role>(...BUILDER)
  @Query(() => Retention, { description: 'How long a client keeps its leads.' })
  async retention(@ClientId() clientId: string, @Ctx() ctx: Context): Promise<Retention> {
    await openBuilder(ctx, clientId);
    return find(ctx, clientId);
  }

  @Authorized<Role>(...BUILDER)
  @Mutation(() => Retention, {
    description: 'Changes how long a client keeps its leads. What is too old by then is deleted within minutes.',
  })
  async updateRetention(
    @ClientId() clientId: string,
    @Input(() => UpdateRetentionInput, 'What to change.') { leadDays }: UpdateRetentionInput,
    @Ctx() ctx: Context,
  ): Promise<Retention> {
    await openBuilder(ctx, clientId);
    if (leadDays !== undefined) await ctx.dataSource.manager.upsert(Retention, { clientId, leadDays }, ['clientId']);
    return find(ctx, clientId);
  }
}

const find = async ({ dataSource }: Context, clientId: string) =>
  (await dataSource.manager.findOneBy(Retention, { clientId })) ??
  Object.assign(new Retention(), { clientId, leadDays: null });
