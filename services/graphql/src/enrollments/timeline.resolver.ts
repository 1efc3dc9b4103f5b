import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../api/context';
import { Lead } from '../leads/lead.entity';
import { loadTimeline } from './load-timeline';
import { TimelineEntry } from './timeline.types';

@Resolver(() => Lead)
export class TimelineResolver {
  @FieldResolver(() => [TimelineEntry], {
    description: 'The events of the lead, oldest first, followed by what each sequence does next.',
  })
  timeline(@Root() lead: Lead, @Ctx() { dataSource }: Context): Promise<TimelineEntry[]> {
    return loadTimeline(dataSource.manager, lead);
  }
}
