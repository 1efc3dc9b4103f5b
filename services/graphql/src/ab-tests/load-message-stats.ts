import DataLoader from 'dataloader';
import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { EntityManager } from 'typeorm';
import { chancesToBeBest } from './chance-to-be-best';

/** The days of enrollments whose messages are counted. */
const DAYS = 90;

@ObjectType({ simpleResolvers: true, description: `The figures of one message of a step that has variants.` })
export class MessageVariantStats {
  @Field(() => Int, { description: 'The position of the step, from 0.' })
  step!: number;

  @Field(() => String, { description: 'The message template.' })
  message!: string;

  @Field(() => Int, {
    description: `How often it was sent, to leads who were enrolled in the last ${DAYS} days.`,
  })
  sent!: number;

  @Field(() => Int, { description: 'How many leads replied before the next message, other than to opt out.' })
  replied!: number;

  @Field(() => Int, { description: 'How many leads opted out before the next message.' })
  optedOut!: number;

  @Field(() => Float, { description: 'The chance that it is replied to most often, from 0 to 1.' })
  chanceByReplies!: number;

  @Field(() => Float, { description: 'The chance that the fewest leads opt out after it, from 0 to 1.' })
  chanceByOptOuts!: number;
}

type Row = Pick<MessageVariantStats, 'step' | 'message' | 'sent' | 'replied' | 'optedOut'> & { sequenceId: string };

// A reply belongs to the last message before it. Enrollments keep the message that was chosen for the lead, and which
// messages it was chosen from, because leads of other times would bias the comparison.
const COUNTS = `
  WITH tested AS (
    SELECT sequence_id, position, message, variants, comparison_of(message, variants) AS comparison FROM steps WHERE sequence_id = ANY($1) AND variants <> '{}'
  ), sent AS (
    SELECT tested.sequence_id, tested.position, enrollment.steps -> tested.position ->> 'message' AS message, answer.intent
    FROM tested JOIN enrollments enrollment ON enrollment.sequence_id = tested.sequence_id AND enrollment.created_at > now() - interval '${DAYS} days'
      AND enrollment.steps -> tested.position ->> 'comparison' = tested.comparison
    JOIN sms_messages sms ON sms.enrollment_id = enrollment.id AND sms.step = tested.position AND sms.sent_at IS NOT NULL
    LEFT JOIN LATERAL (
      SELECT intent FROM replies WHERE replies.lead_id = sms.lead_id AND replies.created_at >= sms.sent_at AND NOT EXISTS (
        SELECT FROM sms_messages later WHERE later.lead_id = sms.lead_id AND later.sent_at > sms.sent_at AND later.sent_at <= replies.created_at)
      ORDER BY intent <> 'stop', replies.created_at LIMIT 1
    ) answer ON true
  )
  SELECT tested.sequence_id AS "sequenceId", tested.position AS step, version.message, count(sent.position)::int AS sent,
    (count(*) FILTER (WHERE sent.intent IN ('reply', 'review')))::int AS replied, (count(*) FILTER (WHERE sent.intent = 'stop'))::int AS "optedOut"
  FROM tested CROSS JOIN LATERAL unnest(tested.message || tested.variants) WITH ORDINALITY AS version (message, nth)
  LEFT JOIN sent ON sent.sequence_id = tested.sequence_id AND sent.position = tested.position AND sent.message = version.message
  GROUP BY 1, 2, 3, version.nth ORDER BY 1, 2, version.nth`;

/** Creates a loader of the figures of the messages that sequences compare, by step and in order. */
export const messageStatsLoader = (db: EntityManager) =>
  new DataLoader(async (sequenceIds: readonly string[]): Promise<MessageVariantStats[][]> => {
    const rows = await db.query<Row[]>(COUNTS, [sequenceIds]);
    return sequenceIds.map((id) => {
      const ofSequence = rows.filter(({ sequenceId }) => sequenceId === id);
      return [...new Set(ofSequence.map(({ step }) => step))].flatMap((step) =>
        withChances(ofSequence.filter((row) => row.step === step)),
      );
    });
  });

function withChances(rows: Row[]): MessageVariantStats[] {
  const byReplies = chancesToBeBest(rows.map(({ sent, replied }) => ({ views: sent, successes: replied })));
  const byOptOuts = chancesToBeBest(rows.map(({ sent, optedOut }) => ({ views: sent, successes: sent - optedOut })));
  return rows.map(({ sequenceId: _, ...row }, index) => ({
    ...row,
    chanceByReplies: byReplies[index]!,
    chanceByOptOuts: byOptOuts[index]!,
  }));
}
