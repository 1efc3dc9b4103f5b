import { MAX_TEST_VARIANTS } from '@dripline/contract/limits';
import {
  Arg,
  Args,
  Authorized,
  Ctx,
  Extensions,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { authorizeBuilder, BUILDER_ROLES, DASHBOARD_ROLES, loadOwned, type Role } from '../access/access';
import { IdArg, InputArg } from '../api/arguments';
import type { Connection } from '../api/connections/connections';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { registerEnum } from '../api/register-enum';
import { Campaign } from '../campaigns/campaign.entity';
import { Lead } from '../leads/lead.entity';
import { AbTestArgs, AbTestConnection, abTestList } from './ab-test.connection';
import { AbTest, AbTestGoal } from './ab-test.entity';
import { AbTestVariant, AbTestVariantStats } from './ab-test-variant.entity';
import { AbTestPlanArgs, StartAbTestInput } from './ab-test.inputs';
import { AbTestPlan, planAbTest, WINNING_CHANCE } from './plan-ab-test';
import { endAbTest, startAbTest } from './run-ab-test';

enum AbTestStatus {
  running = 'running',
  complete = 'complete',
  ended = 'ended',
}
registerEnum(AbTestStatus, 'AbTestStatus', 'The state of an A/B test.', {
  running: 'Visitors see its variants, while the client’s `abTestingEnabled` is on.',
  complete: 'Every variant has its planned views. Visitors see the campaign’s own page until a user ends the test.',
  ended: 'One variant became the campaign’s own page.',
});

@Resolver(() => AbTest)
export class AbTestResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => AbTest, { description: 'Returns an A/B test.' })
  abTest(@IdArg('test') id: string, @Ctx() ctx: Context): Promise<AbTest> {
    return loadOwned(ctx, id, find(ctx), 'A/B test');
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @Mutation(() => AbTest, {
    description:
      'Starts an A/B test of a campaign. Fails with FORBIDDEN if the client’s `abTestingEnabled` is off, and with CONFLICT if the campaign has a test that has not ended.',
  })
  async startAbTest(
    @Arg('campaignId', () => ID, { description: 'The ID of the campaign.' }) campaignId: string,
    @InputArg(() => StartAbTestInput, 'The new test.') input: StartAbTestInput,
    @Ctx() ctx: Context,
  ): Promise<AbTest> {
    const findCampaign = (id: string) => ctx.dataSource.manager.findOneBy(Campaign, { id });
    const campaign = await loadOwned(ctx, campaignId, findCampaign, 'Campaign', authorizeBuilder);
    const { abTestingEnabled } = await ctx.loaders.client.load(campaign.clientId);
    if (!abTestingEnabled) throw fail('FORBIDDEN', 'A/B testing is switched off for this client.');
    return startAbTest(ctx, campaign, input);
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @Mutation(() => AbTest, {
    description:
      'Ends an A/B test, at any time, and makes one of its variants the campaign’s own page. Fails with CONFLICT if the test has ended.',
  })
  async endAbTest(
    @IdArg('test') id: string,
    @Arg('variantId', () => ID, { description: 'The ID of the variant to keep.' }) variantId: string,
    @Ctx() ctx: Context,
  ): Promise<AbTest> {
    return endAbTest(ctx, await loadOwned(ctx, id, find(ctx), 'A/B test', authorizeBuilder), variantId);
  }

  @FieldResolver(() => Campaign, { description: 'The campaign.' })
  campaign(@Root() { campaignId }: AbTest, @Ctx() { loaders }: Context): Promise<Campaign> {
    return loaders.campaign.load(campaignId);
  }

  @Extensions({ maxItems: MAX_TEST_VARIANTS })
  @FieldResolver(() => [AbTestVariant], { description: 'The variants, the campaign’s own page first.' })
  variants(@Root() { id }: AbTest, @Ctx() { loaders }: Context): Promise<AbTestVariant[]> {
    return loaders.abTestVariants.load(id);
  }

  @FieldResolver(() => AbTestStatus, { description: 'The state.' })
  async status(@Root() { id, endedAt, viewsPerVariant }: AbTest, @Ctx() { loaders }: Context): Promise<AbTestStatus> {
    if (endedAt) return AbTestStatus.ended;
    const variants = await loaders.abTestVariants.load(id);
    return variants.every(({ views }) => views >= viewsPerVariant) ? AbTestStatus.complete : AbTestStatus.running;
  }

  @FieldResolver(() => ID, {
    nullable: true,
    description: `The ID of the variant that is best by the goal with a chance of at least ${WINNING_CHANCE * 100}%. Null as long as a variant has fewer views than planned, and if the difference is too small to tell.`,
  })
  async winnerId(@Root() { id, goal, viewsPerVariant }: AbTest, @Ctx() { loaders }: Context): Promise<string | null> {
    const variants = await loaders.abTestStats.load(id);
    if (!variants.every(({ views }) => views >= viewsPerVariant)) return null;
    const winner = variants.find(
      ({ chanceByLeads, chanceByQualified }) =>
        (goal === AbTestGoal.leads ? chanceByLeads : chanceByQualified) >= WINNING_CHANCE,
    );
    return winner?.id ?? null;
  }
}

@Resolver(() => AbTestVariant)
export class AbTestVariantResolver {
  @FieldResolver(() => AbTestVariantStats, { description: 'The figures.' })
  async stats(@Root() { id, testId }: AbTestVariant, @Ctx() { loaders }: Context): Promise<AbTestVariantStats> {
    const variants = await loaders.abTestStats.load(testId);
    return variants.find((variant) => variant.id === id)!;
  }
}

@Resolver(() => Campaign)
export class CampaignAbTestsResolver {
  @FieldResolver(() => AbTestConnection, { description: 'The campaign’s A/B tests, newest first by default.' })
  abTests(
    @Root() { id }: Campaign,
    @Args(() => AbTestArgs) args: AbTestArgs,
    @Ctx() { loaders }: Context,
  ): Promise<Connection<AbTest>> {
    return loaders.connection(abTestList(args), id, args);
  }

  @FieldResolver(() => AbTestPlan, { description: 'How many views an A/B test would need.' })
  abTestPlan(
    @Root() campaign: Campaign,
    @Args(() => AbTestPlanArgs) { goal, improvement }: AbTestPlanArgs,
    @Ctx() { dataSource }: Context,
  ): Promise<AbTestPlan> {
    return planAbTest(dataSource.manager, campaign, goal, improvement);
  }
}

@Resolver(() => Lead)
export class LeadAbTestResolver {
  @FieldResolver(() => AbTestVariant, {
    nullable: true,
    description: 'The variant of an A/B test whose page the visitor submitted. Null without a test.',
  })
  abTestVariant(@Root() { variantId }: Lead, @Ctx() { loaders }: Context): Promise<AbTestVariant | null> | null {
    return variantId === null ? null : loaders.abTestVariant.find(variantId);
  }
}

const find = (ctx: Context) => (id: string) => ctx.dataSource.manager.findOneBy(AbTest, { id });
