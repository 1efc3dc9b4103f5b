import { IsOptional, IsUUID, Max, Min } from 'class-validator';
import {
  Args,
  ArgsType,
  Authorized,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Int,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { DASHBOARD, openDashboard, type Role } from '../access/access';
import type { Context } from '../api/context';
import { AuditActor, AuditEntry } from './audit-entry.entity';
import { findActivity, findEntries } from './find-entries';

const PAGE = 25;

@ArgsType()
abstract class PageArgs {
  @Field(() => Int, { nullable: true, description: 'At most so many, 1 to 200; 25 where left out.' })
  @IsOptional()
  @Min(1, { message: 'limit must be at least 1' })
  @Max(200, { message: 'limit must be at most 200' })
  limit?: number | null;

  @Field(() => Int, { nullable: true, description: 'How many to pass over first.' })
  @IsOptional()
  @Min(0, { message: 'offset must be at least 0' })
  offset?: number | null;
}

@ArgsType()
class AuditArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: 'Only what was about this client, which may be deleted by now.' })
  @IsOptional()
  @IsUUID('loose', { message: 'clientId must be the id of a client' })
  clientId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only what this administrator did.' })
  @IsOptional()
  @IsUUID('loose', { message: 'userId must be the id of an administrator' })
  userId?: string | null;

  @Field(() => AuditActor, { nullable: true, description: 'Only what such a one did.' })
  actor?: AuditActor | null;

  @Field(() => Boolean, { nullable: true, description: 'Only what was refused or, with false, only what was done.' })
  failed?: boolean | null;
}

@ArgsType()
class ActivityArgs extends PageArgs {
  @Field(() => ID, { description: 'The client.' })
  clientId!: string;
}

@ObjectType({ simpleResolvers: true, description: 'One page of the audit log.' })
class AuditPage {
  @Field(() => [AuditEntry], { description: 'The page.' })
  items!: AuditEntry[];
  @Field(() => Int, { description: 'How many there are on all pages.' })
  total!: number;
}

@ObjectType({ simpleResolvers: true, description: 'What was done in a client’s account, as the client sees it.' })
class Activity {
  @Field(() => ID, { description: 'The entry’s id.' })
  id!: string;
  @Field(() => AuditActor, { description: 'Who did it; `admin` is the agency, on the client’s behalf.' })
  actor!: AuditActor;
  @Field(() => String, { description: 'The GraphQL operation.' })
  operation!: string;
  @Field(() => String, { nullable: true, description: 'The id of what it was about.' })
  objectId!: string | null;
  @Field(() => Boolean, { description: 'Whether it was refused: somebody who could not sign in.' })
  failed!: boolean;
  @Field(() => Date, { description: 'When it was done.' })
  createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'One page of it.' })
class ActivityPage {
  @Field(() => [Activity], { description: 'The page.' })
  items!: Activity[];
  @Field(() => Int, { description: 'How many there are on all pages.' })
  total!: number;
}

@Resolver(() => AuditEntry)
export class AuditResolver {
  @Authorized<Role>('admin')
  @Query(() => AuditPage, {
    description:
      'Who did what, newest first: every change by an administrator, a client or the holder of a dashboard’s link, and every sign-in. Kept for 400 days.',
  })
  auditEntries(@Args(() => AuditArgs) args: AuditArgs, @Ctx() ctx: Context): Promise<AuditPage> {
    return findEntries(ctx, { ...args, limit: args.limit ?? PAGE });
  }

  @Authorized<Role>(...DASHBOARD)
  @Query(() => ActivityPage, {
    description:
      'What was done in a client’s account, newest first: by the client itself and by the agency on its behalf.',
  })
  async clientActivity(
    @Args(() => ActivityArgs) { clientId, limit, offset }: ActivityArgs,
    @Ctx() ctx: Context,
  ): Promise<ActivityPage> {
    await openDashboard(ctx, clientId);
    const { items, total } = await findActivity(ctx, clientId, limit ?? PAGE, offset ?? 0);
    return { items: items.map((entry) => ({ ...entry, failed: entry.outcome !== 'ok' })), total };
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The name of the client’s business; null once it is deleted.',
  })
  async clientName(@Root() { clientId }: AuditEntry, @Ctx() { loaders }: Context): Promise<string | null> {
    return clientId === null ? null : (await loaders.businessName.load(clientId)) || null;
  }
}
