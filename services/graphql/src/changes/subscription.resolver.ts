import { Arg, Authorized, Resolver, Root, Subscription } from 'type-graphql';
import { DASHBOARD_ROLES, type Role } from '../access/access';
import { ClientIdArg } from '../api/arguments';
import type { Context } from '../api/context';
import {
  ClientChange,
  ClientStatsChange,
  EnrollmentChange,
  FleetChange,
  LeadChange,
  MessageChange,
} from './change.types';
import type { ObjectKind } from './read-changes';
import { allKinds, subscribeToAllClients, subscribeToChanges, type SubscriptionArguments } from './subscribe';

const AfterArg = () =>
  Arg('after', () => String, {
    nullable: true,
    description:
      'The cursor of the last event that you received. Events after it are sent first. Without it, events from now on are sent.',
  });

const to = (kinds: ObjectKind[], stats = false) => ({
  subscribe: ({ context, args }: { context: Context; args: SubscriptionArguments }) =>
    subscribeToChanges(context, args, kinds, stats),
});

/** The subscriptions. `/graphql/stream` serves them. */
@Resolver()
export class SubscriptionResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Subscription(() => LeadChange, {
    ...to(['lead_created']),
    description: 'Reports each new lead of a client. A held lead is reported to its client when it is released.',
  })
  leadCreated(@ClientIdArg() _clientId: string, @AfterArg() _after: string, @Root() change: LeadChange): LeadChange {
    return change;
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Subscription(() => LeadChange, { ...to(['lead_updated']), description: 'Reports each update of a client’s leads.' })
  leadUpdated(@ClientIdArg() _clientId: string, @AfterArg() _after: string, @Root() change: LeadChange): LeadChange {
    return change;
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Subscription(() => MessageChange, {
    ...to(['message_updated']),
    description: 'Reports each message to a client’s leads that is created or updated.',
  })
  messageUpdated(
    @ClientIdArg() _clientId: string,
    @AfterArg() _after: string,
    @Root() change: MessageChange,
  ): MessageChange {
    return change;
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Subscription(() => EnrollmentChange, {
    ...to(['enrollment_updated']),
    description: 'Reports each enrollment of a client’s leads that is created or updated.',
  })
  enrollmentUpdated(
    @ClientIdArg() _clientId: string,
    @AfterArg() _after: string,
    @Root() change: EnrollmentChange,
  ): EnrollmentChange {
    return change;
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Subscription(() => ClientStatsChange, {
    ...to([], true),
    description: 'Reports that a client’s figures may have changed, at most once a second.',
  })
  clientStatsUpdated(
    @ClientIdArg() _clientId: string,
    @AfterArg() _after: string,
    @Root() change: ClientStatsChange,
  ): ClientStatsChange {
    return change;
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Subscription(() => ClientChange, {
    ...to(allKinds, true),
    description:
      'Reports everything that the other subscriptions report, in one stream, because a browser opens few connections.',
  })
  clientUpdated(
    @ClientIdArg() _clientId: string,
    @AfterArg() _after: string,
    @Root() change: ClientChange,
  ): ClientChange {
    return change;
  }

  @Authorized<Role>('admin')
  @Subscription(() => FleetChange, {
    subscribe: ({ context, args }: { context: Context; args: SubscriptionArguments }) =>
      subscribeToAllClients(context, args),
    description:
      'Reports that something of some client may have changed, at most once in five seconds. Load again what you show of all clients.',
  })
  fleetUpdated(@AfterArg() _after: string, @Root() change: FleetChange): FleetChange {
    return change;
  }
}
