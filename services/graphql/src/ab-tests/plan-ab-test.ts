import type { EntityManager } from 'typeorm';
import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { Campaign } from '../campaigns/campaign.entity';
import { AbTestGoal } from './ab-test.entity';

/** The chance to be best that a winner needs. Chosen wrongly in 2% of tests of two variants without a difference. */
export const WINNING_CHANCE = 0.99;
/** The quantiles of the normal distribution for `WINNING_CHANCE`, and for finding 80% of the real improvements. */
const CERTAINTY_Z = 2.3263;
const POWER_Z = 0.8416;
/** The days whose figures are the base of a plan, and the views that they need. */
const DAYS = 30;
const MIN_VIEWS = 100;
/** The rate of a campaign without enough figures, and the range of rates that are planned with. */
const ASSUMED_RATE = 0.05;
const MIN_RATE = 0.005;
const MAX_RATE = 0.9;

@ObjectType({ simpleResolvers: true, description: 'How many views an A/B test needs.' })
export class AbTestPlan {
  @Field(() => Float, { description: 'The rate that the plan starts from: leads, or qualified leads, per view.' })
  rate!: number;

  @Field(() => Boolean, {
    description: `Whether the rate is that of the last ${DAYS} days. If the campaign had fewer than ${MIN_VIEWS} views, or more leads than views, it is assumed.`,
  })
  isMeasured!: boolean;

  @Field(() => Float, { description: `The views a day of the last ${DAYS} days.` })
  viewsPerDay!: number;

  @Field(() => Int, { description: 'The views that each variant needs.' })
  viewsPerVariant!: number;
}

/**
 * Returns the sample size to find a difference of two rates in four of five tests: the usual formula for two
 * proportions (Fleiss, Levin, Paik: Statistical Methods for Rates and Proportions, 2003, without correction).
 *
 * @param improvement the smallest relative difference to find, such as 0.2 for 10% to 12%
 * @param certaintyZ the quantile of the certainty, 1.96 for the usual 95%
 */
export function viewsNeeded(rate: number, improvement: number, certaintyZ = CERTAINTY_Z): number {
  const better = Math.min(rate * (1 + improvement), 0.999);
  const mean = (rate + better) / 2;
  const deviations =
    certaintyZ * Math.sqrt(2 * mean * (1 - mean)) + POWER_Z * Math.sqrt(rate * (1 - rate) + better * (1 - better));
  return Math.ceil((deviations / (better - rate)) ** 2);
}

/** Plans a test from the figures of the campaign's last days. */
export async function planAbTest(
  db: EntityManager,
  { id }: Pick<Campaign, 'id'>,
  goal: AbTestGoal,
  improvement: number,
): Promise<AbTestPlan> {
  // With OFFSET 0, the history is read by lead, and not the imports of all clients.
  const [{ views, successes, days }] = await db.query<[{ views: number; successes: number; days: number }]>(
    `SELECT coalesce((SELECT sum(count) FROM source_counts WHERE campaign_id = $1 AND kind = 'views' AND day > current_date - ${DAYS}), 0)::int AS views,
       (SELECT count(*) FROM leads WHERE campaign_id = $1 AND created_at > current_date - ${DAYS} AND NOT held AND ($2 OR status IN ('qualified', 'converted'))
          AND NOT EXISTS (SELECT FROM lead_history WHERE lead_id = leads.id AND kind = 'import' OFFSET 0))::int AS successes,
       least(${DAYS}, greatest(1, current_date - created_at::date)) AS days
     FROM campaigns WHERE id = $1`,
    [id, goal === AbTestGoal.leads],
  );
  // Leads that came through the API alone have no view.
  const isMeasured = views >= MIN_VIEWS && successes <= views;
  const rate = isMeasured ? successes / views : ASSUMED_RATE;
  const viewsPerVariant = viewsNeeded(Math.min(Math.max(rate, MIN_RATE), MAX_RATE), improvement / 100);
  return { rate, isMeasured, viewsPerDay: views / days, viewsPerVariant };
}
