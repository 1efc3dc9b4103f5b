import { Args, Authorized, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { OpenedField, type Role } from '../access/access';
import { type Connection, findConnection } from '../api/connections/connections';
import type { Context } from '../api/context';
import { Client } from '../clients/client.entity';
import { Activity } from './activity';
import {
  ActivityArgs,
  ActivityConnection,
  activityList,
  AuditEntryArgs,
  AuditEntryConnection,
  auditEntryList,
} from './audit.connections';
import { AuditActor, AuditEntry } from './audit-entry.entity';

@Resolver(() => AuditEntry)
export class AuditResolver {
  @Authorized<Role>('admin')
  @Query(() => AuditEntryConnection, {
    description:
      'Lists the entries of the audit log, newest first by default. The log records every sign-in, and every change by an administrator, a client or the holder of a dashboard link. Entries are kept for 400 days.',
  })
  auditEntries(
    @Args(() => AuditEntryArgs) args: AuditEntryArgs,
    @Ctx() { dataSource }: Context,
  ): Promise<Connection<AuditEntry>> {
    return findConnection(dataSource.manager, auditEntryList(args), args);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The client’s business name. Null if the client has been deleted.',
  })
  async clientName(@Root() { clientId }: AuditEntry, @Ctx() { loaders }: Context): Promise<string | null> {
    return clientId === null ? null : ((await loaders.client.find(clientId))?.businessName ?? null);
  }

  @FieldResolver(() => Client, {
    nullable: true,
    description: 'The client that performed the action or was affected by it. Null if the client has been deleted.',
  })
  async client(@Root() { clientId }: AuditEntry, @Ctx() { loaders }: Context): Promise<Client | null> {
    return clientId === null ? null : loaders.client.find(clientId);
  }
}

@Resolver(() => Activity)
export class ActivityResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The name of the member of the client’s team who performed the action. Null if it was another account.',
  })
  memberName(@Root() { actor, actorName }: AuditEntry): string | null {
    return actor === AuditActor.client ? actorName : null;
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether the action failed. Of failed actions, only sign-ins are shown.',
  })
  failed(@Root() { outcome }: AuditEntry): boolean {
    return outcome !== 'ok';
  }
}

@Resolver(() => Client)
export class ClientActivityResolver {
  @OpenedField()
  @FieldResolver(() => ActivityConnection, {
    description:
      'The activity in the client’s account, newest first by default: actions by the client, and by the agency on its behalf.',
  })
  activity(
    @Root() { id }: Client,
    @Args(() => ActivityArgs) args: ActivityArgs,
    @Ctx() { loaders }: Context,
  ): Promise<Connection<AuditEntry>> {
    return loaders.connection(activityList(args), id, args);
  }
}
