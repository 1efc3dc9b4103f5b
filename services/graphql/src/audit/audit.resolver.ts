import { IsOptional, IsUUID } from 'class-validator';
import {
  Args,
  ArgsType,
  Authorized,
  Ctx,
  Field,
  FieldResolver,
  ID,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { DASHBOARD_ROLES, authorizeDashboard, type Role } from '../access/access';
import { ClientIdArg } from '../api/arguments';
import type { Context } from '../api/context';
import { type Page, PageArgs, pageOf } from '../api/pagination';
import { AuditActor, AuditEntry } from './audit-entry.entity';
import { findActivity, findAuditEntries } from './find-audit-entries';

/** Filters audit entries. */
@ArgsType()
export class AuditFilter {
  @Field(() => ID, {
    nullable: true,
    description:
      'Filters by the client that performed the action or was affected by it. The client may have been deleted.',
  })
  @IsOptional()
  @IsUUID('loose', { message: 'clientId must be the ID of a client.' })
  clientId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Filters by the administrator who performed the action.' })
  @IsOptional()
  @IsUUID('loose', { message: 'userId must be the ID of an administrator.' })
  userId?: string | null;

  @Field(() => AuditActor, { nullable: true, description: 'Filters by the kind of account that performed the action.' })
  actor?: AuditActor | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Filters by outcome: true returns only failed actions, false only successful ones.',
  })
  failed?: boolean | null;
}

@ObjectType({ simpleResolvers: true, description: 'A page of the audit log.' })
class AuditPage extends pageOf(AuditEntry, 'entries') {}

@ObjectType({ simpleResolvers: true, description: 'An action in a client’s account, as shown to the client.' })
class Activity {
  @Field(() => ID, { description: 'The ID of the entry.' })
  id!: string;
  @Field(() => AuditActor, {
    description: 'The kind of account that performed the action. `admin` is the agency, on the client’s behalf.',
  })
  actor!: AuditActor;
  @Field(() => String, { description: 'The name of the GraphQL operation.' })
  operation!: string;
  @Field(() => String, { nullable: true, description: 'The ID of the object that the action affected.' })
  objectId!: string | null;
  @Field(() => Boolean, { description: 'Whether the action failed. Of failed actions, only sign-ins are shown.' })
  failed!: boolean;
  @Field(() => Date, { description: 'When the action started.' })
  createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'A page of a client’s activity.' })
class ActivityPage extends pageOf(Activity, 'entries') {}

@Resolver(() => AuditEntry)
export class AuditResolver {
  @Authorized<Role>('admin')
  @Query(() => AuditPage, {
    description:
      'Lists the entries of the audit log, newest first. The log records every sign-in, and every change by an administrator, a client or the holder of a dashboard link. Entries are kept for 400 days.',
  })
  auditEntries(
    @Args(() => AuditFilter) filter: AuditFilter,
    @Args(() => PageArgs) page: PageArgs,
    @Ctx() ctx: Context,
  ): Promise<Page<AuditEntry>> {
    return findAuditEntries(ctx, filter, page);
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => ActivityPage, {
    description:
      'Lists the activity in a client’s account, newest first: actions by the client, and by the agency on its behalf.',
  })
  async clientActivity(
    @ClientIdArg() clientId: string,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() ctx: Context,
  ): Promise<Page<Activity>> {
    const { id } = await authorizeDashboard(ctx, clientId);
    const page = await findActivity(ctx, id, args);
    return { ...page, items: page.items.map((entry) => ({ ...entry, failed: entry.outcome !== 'ok' })) };
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The client’s business name. Null if the client has been deleted.',
  })
  async clientName(@Root() { clientId }: AuditEntry, @Ctx() { loaders }: Context): Promise<string | null> {
    return clientId === null ? null : (await loaders.businessName.load(clientId)) || null;
  }
}
