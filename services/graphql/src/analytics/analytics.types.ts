import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Column } from 'typeorm';
import { registerEnum } from '../api/register-enum';
import type { DayRange } from '../stats/day-range.types';

/** Declares a figure: a column of `daily_figures` and a field of the API. */
const Figure =
  (description: string): PropertyDecorator =>
  (target, name) => {
    Column('integer', { default: 0 })(target, name);
    Field(() => Int, { description })(target, name as string);
  };

@ObjectType({
  simpleResolvers: true,
  description:
    'Counts of a range of days in the time zone of each client. A lead counts on the day of its arrival, with its current status, until it is deleted. Views, messages, replies and opt-outs count on the day on which they happen.',
})
export class Figures {
  @Figure('The number of views of landing pages.')
  views!: number;

  @Figure('The number of views that came from a QR code.')
  scans!: number;

  @Figure('The number of new leads, excluding held ones.')
  leads!: number;

  @Figure('The number of these leads whose status is not `new`.')
  contacted!: number;

  @Figure('The number of these leads whose status is `qualified` or `converted`.')
  qualified!: number;

  @Figure('The number of these leads whose status is `converted`.')
  converted!: number;

  @Figure('The number of these leads that replied to a message, other than to opt out.')
  replied!: number;

  @Figure('The number of these leads that first replied within an hour of their arrival.')
  repliedInHour!: number;

  @Figure('The number of these leads that first replied within a day of their arrival.')
  repliedInDay!: number;

  @Figure('The number of messages that the provider accepted.')
  messages!: number;

  @Figure('The number of replies of leads, other than opt-outs.')
  replies!: number;

  @Figure('The number of replies that opted out.')
  optOuts!: number;
}

/** The names of all figures. */
export const figureNames: readonly (keyof Figures)[] = [
  ...(['views', 'scans', 'leads', 'contacted', 'qualified', 'converted'] as const),
  ...(['replied', 'repliedInHour', 'repliedInDay', 'messages', 'replies', 'optOuts'] as const),
];

@ObjectType({ simpleResolvers: true, description: 'The figures of one day.' })
export class DayFigures {
  @Field(() => String, { description: 'The day in the time zone of each client, as YYYY-MM-DD.' })
  day!: string;

  @Field(() => Figures, { description: 'The figures.' })
  figures!: Figures;
}

@ObjectType({
  simpleResolvers: true,
  description:
    'The figures of the agency, of a client or of a campaign in a range of days. A job updates them every few seconds.',
})
export class Analytics {
  @Field(() => Figures, { description: 'The sums of the range.' })
  totals!: Figures;

  @Field(() => [DayFigures], {
    description: 'The figures of each day, oldest first. Days without activity have zeros.',
  })
  byDay!: DayFigures[];

  clientId!: string | null;
  campaignId!: string | null;
  range!: DayRange;
}

/** The kind of objects that are compared. */
export enum AnalyticsGroup {
  client = 'client',
  campaign = 'campaign',
}
registerEnum(AnalyticsGroup, 'AnalyticsGroup', 'The kind of objects that are compared.', {
  client: 'Clients.',
  campaign: 'Campaigns.',
});

@ObjectType({
  simpleResolvers: true,
  description: 'The figures of a client or campaign in a range of days.',
})
export class AnalyticsRow {
  @Field(() => ID, { description: 'The ID of the client or campaign.' })
  id!: string;

  @Field(() => String, { description: 'The business name, or the name of the campaign.' })
  name!: string;

  @Field(() => Figures, { description: 'The figures.' })
  figures!: Figures;

  clientId!: string;
}
