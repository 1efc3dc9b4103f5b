import { isUUID } from 'class-validator';
import { Args, Authorized, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { DASHBOARD_ROLES, BuilderField, OpenedField, authorizeDashboard, type Role } from '../access/access';
import { IdArg, InputArg } from '../api/arguments';
import { VersionArgs } from '../api/versions';
import type { Context } from '../api/context';
import { type Connection, findConnection } from '../api/connections/connections';
import { fail } from '../api/errors';
import { CampaignArgs, CampaignConnection, campaignList } from '../campaigns/campaign.connection';
import type { Campaign } from '../campaigns/campaign.entity';
import { markClientDeleting } from '../deletion/mark-deleting';
import { FileArgs, FileConnection, fileList } from '../files/file.connection';
import type { File } from '../files/file.entity';
import { LeadArgs, LeadConnection, leadList } from '../leads/lead.connection';
import type { Lead } from '../leads/lead.entity';
import { SpamLeadArgs, SpamLeadConnection, spamLeadList } from '../leads/spam/spam-lead.connection';
import type { SpamLead } from '../leads/spam/spam-lead.entity';
import { SmsMessageArgs, SmsMessageConnection, smsMessageList } from '../messages/sms-message.connection';
import type { SmsMessage } from '../messages/sms-message.entity';
import { SequenceArgs, SequenceConnection, sequenceList } from '../sequences/sequence.connection';
import type { Sequence } from '../sequences/sequence.entity';
import { RecentSignIn } from '../sessions/recent-sign-in';
import { WebhookArgs, WebhookConnection, webhookList } from '../webhooks/webhook.connections';
import type { Webhook } from '../webhooks/webhook.entity';
import { shownProductName } from './brand.types';
import { ClientArgs, ClientConnection, clientList } from './client.connection';
import { Client } from './client.entity';
import { CreateClientInput, UpdateClientInput, UpdateClientsArgs } from './client.inputs';
import { createClient } from './create-client';
import { updateClient } from './update-client';
import { updateClients } from './update-clients';

@Resolver(() => Client)
export class ClientResolver {
  @Authorized<Role>('admin')
  @Query(() => ClientConnection, { description: 'Lists all clients, newest first by default.' })
  clients(@Args(() => ClientArgs) args: ClientArgs, @Ctx() { dataSource }: Context): Promise<Connection<Client>> {
    return findConnection(dataSource.manager, clientList(args), args);
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => Client, { description: 'Returns a client to callers who may open its dashboard.' })
  client(@IdArg('client') id: string, @Ctx() ctx: Context): Promise<Client> {
    return authorizeDashboard(ctx, id);
  }

  @Authorized<Role>('admin')
  @Mutation(() => Client, { description: 'Creates a client.' })
  createClient(
    @InputArg(() => CreateClientInput, 'The new client.') input: CreateClientInput,
    @Ctx() ctx: Context,
  ): Promise<Client> {
    return createClient(ctx, input);
  }

  @Authorized<Role>('admin')
  @Mutation(() => Client, { description: 'Updates a client.' })
  updateClient(
    @IdArg('client') id: string,
    @InputArg(() => UpdateClientInput, 'The fields to update.') input: UpdateClientInput,
    @Args(() => VersionArgs) { expectedVersion }: VersionArgs,
    @Ctx() ctx: Context,
  ): Promise<Client> {
    return updateClient(ctx, id, input, expectedVersion);
  }

  @Authorized<Role>('admin')
  @Mutation(() => [Client], { description: 'Updates several clients: all, or none.' })
  updateClients(@Args(() => UpdateClientsArgs) args: UpdateClientsArgs, @Ctx() ctx: Context): Promise<Client[]> {
    return updateClients(ctx, args);
  }

  @Authorized<Role>('admin')
  @RecentSignIn()
  @Mutation(() => Boolean, {
    description:
      'Deletes a client and everything that belongs to it, and stops its follow-ups. It is hidden at once, and its rows are deleted in the background.',
  })
  async deleteClient(@IdArg('client') id: string, @Ctx() ctx: Context): Promise<boolean> {
    if (!isUUID(id)) throw fail('NOT_FOUND', 'Client not found');
    if (!(await markClientDeleting(ctx, id))) throw fail('NOT_FOUND', 'Client not found');
    return true;
  }

  @FieldResolver(() => String, { description: 'The product name that the client sees.' })
  productName(@Root() client: Client, @Ctx() { settings }: Context): string {
    return shownProductName(client, settings.productName);
  }

  @OpenedField()
  @FieldResolver(() => CampaignConnection, { description: 'The client’s campaigns, newest first by default.' })
  campaigns(
    @Root() { id }: Client,
    @Args(() => CampaignArgs) args: CampaignArgs,
    @Ctx() { loaders }: Context,
  ): Promise<Connection<Campaign>> {
    return loaders.connection(campaignList(args), id, args);
  }

  @OpenedField()
  @FieldResolver(() => LeadConnection, {
    description: 'The client’s leads, newest first by default. Held leads are listed for administrators only.',
  })
  leads(
    @Root() { id }: Client,
    @Args(() => LeadArgs) args: LeadArgs,
    @Ctx() { actor, loaders }: Context,
  ): Promise<Connection<Lead>> {
    return loaders.connection(leadList('lead.client_id', args, actor.role === 'admin'), id, args);
  }

  @OpenedField()
  @FieldResolver(() => SpamLeadConnection, {
    description: 'The client’s suspected spam, newest first by default. It is not included in any other list or count.',
  })
  spamLeads(
    @Root() { id }: Client,
    @Args(() => SpamLeadArgs) args: SpamLeadArgs,
    @Ctx() { loaders }: Context,
  ): Promise<Connection<SpamLead>> {
    return loaders.connection(spamLeadList(args), id, args);
  }

  @OpenedField()
  @FieldResolver(() => SequenceConnection, { description: 'The client’s sequences, newest first by default.' })
  sequences(
    @Root() { id }: Client,
    @Args(() => SequenceArgs) args: SequenceArgs,
    @Ctx() { loaders }: Context,
  ): Promise<Connection<Sequence>> {
    return loaders.connection(sequenceList('item.client_id', args), id, args);
  }

  @OpenedField()
  @FieldResolver(() => SmsMessageConnection, {
    description: 'The messages to the client’s leads, newest first by default.',
  })
  messages(
    @Root() { id }: Client,
    @Args(() => SmsMessageArgs) args: SmsMessageArgs,
    @Ctx() { loaders }: Context,
  ): Promise<Connection<SmsMessage>> {
    return loaders.connection(smsMessageList('item.client_id', args), id, args);
  }

  @OpenedField()
  @FieldResolver(() => FileConnection, { description: 'The client’s files, newest first by default.' })
  files(
    @Root() { id }: Client,
    @Args(() => FileArgs) args: FileArgs,
    @Ctx() { loaders }: Context,
  ): Promise<Connection<File>> {
    return loaders.connection(fileList(args), id, args);
  }

  @BuilderField()
  @FieldResolver(() => WebhookConnection, {
    description: 'The client’s webhooks, at most 5, newest first by default. Requires a sign-in.',
  })
  webhooks(
    @Root() { id }: Client,
    @Args(() => WebhookArgs) args: WebhookArgs,
    @Ctx() { loaders }: Context,
  ): Promise<Connection<Webhook>> {
    return loaders.connection(webhookList(args), id, args);
  }
}
