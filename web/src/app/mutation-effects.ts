import type { ApolloCache, MutationUpdaterFunction, OperationVariables } from '@apollo/client';

/** What a mutation changes besides the objects that it returns. */
interface Effect {
  /** The start of the cache’s keys of the objects that are deleted. Their ends are the variable `id` or `ids`. */
  deletes?: string;
  /** Fields of `Query` whose values are outdated. */
  query?: readonly string[];
  /** Fields of the client whose values are outdated. */
  client?: readonly string[];
  /** Fields of the webhook whose values are outdated. */
  webhook?: readonly string[];
  /** Fields of the playbook whose values are outdated. */
  playbook?: readonly string[];
  /** Whether the result contains a secret, which must not stay in the cache. */
  hasSecret?: boolean;
}

const security: Effect = { query: ['accountSecurity', 'viewer'], client: ['activity'] };
/** A sign-in clears the whole cache. */
const none: Effect = {};

/** The effect of each mutation that the app sends, by its name. */
export const mutationEffects: Readonly<Record<string, Effect>> = {
  AcceptAdminInvitation: none,
  AddLeadImportRows: none,
  AddPasskey: security,
  ApplyPlaybook: {
    client: ['campaigns', 'sequences', 'stats', 'usage'],
    query: ['adminStats', 'monthlyUsage', 'playbooks'],
    playbook: ['copies', 'copyCount', 'outdatedCount', 'figures'],
  },
  BeginAuthenticator: none,
  BeginPasskey: none,
  BeginPasskeySignIn: none,
  ChangePassword: security,
  CancelLeadJob: none,
  CompleteUpload: { client: ['files'] },
  ConfirmAuthenticator: security,
  CreateAdminInvitation: { query: ['adminInvitations'] },
  CreateApiKey: { query: ['apiKeys'], client: ['activity'] },
  CreateCampaign: { client: ['campaigns', 'stats', 'usage'], query: ['adminStats'] },
  CreateClient: { query: ['clients', 'adminStats', 'monthlyUsage'] },
  CreateLeadNote: none,
  CreateLeadImport: none,
  CreateMember: { client: ['members', 'leadOwners', 'activity'] },
  CreatePlacement: { client: ['placements'] },
  CreatePlaybook: { query: ['playbooks'] },
  CreateRecoveryCodes: security,
  CreateSavedView: { client: ['savedViews'] },
  CreateSequence: { client: ['sequences'], query: ['messageForecast'] },
  CreateUpload: none,
  CreateWebhook: { client: ['webhooks'], hasSecret: true },
  DeleteAdmin: { deletes: 'User:' },
  DeleteAdminInvitation: { deletes: 'AdminInvitation:' },
  DeleteAuthenticator: security,
  DeleteCampaign: { deletes: 'Campaign:', client: ['leads', 'sequences', 'stats'], query: ['adminStats'] },
  DeleteCampaignDraft: none,
  DeleteClient: { deletes: 'Client:', query: ['adminStats', 'monthlyUsage'] },
  DeleteFile: { deletes: 'File:' },
  DeleteLead: { deletes: 'Lead:', client: ['leads', 'stats'], query: ['adminStats'] },
  DeleteLeadNote: { deletes: 'LeadNote:' },
  DeleteLeads: { deletes: 'Lead:', client: ['leads', 'stats'], query: ['adminStats'] },
  DeleteMember: { deletes: 'Member:', client: ['leadOwners', 'leads', 'activity'] },
  DeleteOtherSessions: security,
  DeletePasskey: security,
  // Its dialog shows it until it closes.
  DeletePlaybook: { query: ['playbooks'] },
  DeletePlacement: { deletes: 'Placement:' },
  DeleteSavedView: { deletes: 'SavedView:' },
  DeleteSequenceDraft: none,
  DeleteSequence: { deletes: 'Sequence:', query: ['messageForecast'] },
  DeleteSession: security,
  DeleteSpamLead: { deletes: 'SpamLead:', client: ['spamLeads', 'stats'] },
  DeleteWebhook: { deletes: 'Webhook:' },
  EndAbTest: none,
  ErasePerson: { client: ['activity', 'leads', 'spamLeads', 'stats'], query: ['lead', 'adminStats'] },
  FinishSignIn: none,
  MarkNotificationsSeen: none,
  SetEmailNotifications: none,
  SetLeadNotifications: none,
  MuteNotifications: { client: ['notifications'] },
  ProcessSms: none,
  PublishPlaybook: { playbook: ['copies', 'versions'] },
  PushPlaybook: {
    client: ['campaigns', 'sequences', 'leads', 'stats'],
    query: ['campaign', 'sequence', 'messageForecast'],
    playbook: ['copies', 'outdatedCount'],
  },
  RecordConsent: none,
  RecordOptOut: none,
  RemoveSender: none,
  RenameFile: none,
  ReplayWebhookDelivery: { webhook: ['deliveries'] },
  ResetSecondFactor: none,
  RestoreSpamLead: {
    deletes: 'SpamLead:',
    client: ['leads', 'spamLeads', 'stats', 'usage'],
    query: ['adminStats'],
  },
  RevokeApiKey: { query: ['apiKeys'], client: ['activity'] },
  RotateWebhookSecret: { client: ['webhooks'], hasSecret: true },
  SendMessage: none,
  SendTestMessage: none,
  SetLegalHold: none,
  SetRates: { query: ['rates', 'statement', 'monthlyUsage', 'usageTotals'] },
  SetSender: none,
  SignIn: none,
  SignInClient: none,
  SignOut: none,
  SignOutClient: none,
  StartLeadImport: { client: ['leadJobs'] },
  SaveCampaignDraft: none,
  SaveSequenceDraft: none,
  StartAbTest: none,
  StartLeadJob: { client: ['leadJobs'] },
  StartSequence: none,
  StartSequences: { query: ['lead'] },
  StopSequences: { query: ['lead'] },
  TestWebhook: { webhook: ['deliveries'] },
  // Leads and sequences contain the campaign's name.
  UndoLeadJob: { client: ['leadJobs'] },
  UpdateCampaign: { client: ['leads', 'sequences', 'stats'], query: ['adminStats'] },
  // A raised limit releases held leads.
  UpdateClient: {
    client: ['leads', 'stats', 'usage'],
    query: ['adminStats', 'clientsNeedingAttention', 'monthlyUsage', 'limitChanges'],
  },
  UpdateClients: { client: ['leads', 'stats', 'usage'], query: ['adminStats', 'limitChanges'] },
  UpdateLead: none,
  UpdateLeadNote: none,
  UpdateLeads: { client: ['tags'] },
  UpdateMember: { client: ['leadOwners', 'leads', 'activity'] },
  // The list can be sorted by name.
  UpdatePlaybook: { query: ['playbooks'] },
  // The lists are of one campaign each.
  UpdatePlacement: { client: ['placements'] },
  UpdateRetentionPolicy: { client: ['activity'] },
  // The list is sorted by name.
  UpdateSavedView: { client: ['savedViews'] },
  UpdateSequence: { query: ['messageForecast'] },
  UpdateWebhook: none,
};

/**
 * Returns the function that updates the cache after a mutation: it removes the deleted object and the outdated values.
 * What it removes leaves the screen immediately if it was deleted, and is loaded again if it is outdated.
 */
export function updateAfter(name: string): MutationUpdaterFunction<unknown, OperationVariables, ApolloCache> {
  const { deletes, query = [], client = [], webhook = [], playbook = [] } = mutationEffects[name] ?? none;
  return (cache, { data }, { variables = {} }) => {
    const ids = (variables['ids'] ?? [variables['id']]) as string[];
    const deleted = deletes ? ids.map((id) => `${deletes}${id}`) : [];
    const evict = (id: string, fields: readonly string[]) => {
      for (const fieldName of fields) cache.evict({ id, fieldName });
    };
    evict('ROOT_QUERY', query);
    evict(`Playbook:${variables['id']}`, playbook);
    if (client.length > 0) for (const id of clientsOf(cache, data, variables, deleted[0])) evict(id, client);
    if (webhook.length > 0) {
      const webhookId = Object.values(data as Record<string, { webhookId: string }>)[0]!.webhookId;
      evict(`Webhook:${webhookId}`, webhook);
    }
    for (const id of deleted) cache.evict({ id });
    cache.gc();
  };
}

/** Returns the cache's keys of the clients that a mutation may be about: one, or all if it names none. */
function clientsOf(
  cache: ApolloCache,
  data: unknown,
  { clientId }: OperationVariables,
  deleted: string | undefined,
): string[] {
  const objects = cache.extract() as Record<string, object>;
  const id = clientId ?? clientIdIn(deleted === undefined ? undefined : objects[deleted]) ?? clientIdIn(data);
  return typeof id === 'string' ? [`Client:${id}`] : Object.keys(objects).filter((key) => key.startsWith('Client:'));
}

/** Returns the first `clientId`, or the ID of the first client, in a mutation's result. */
function clientIdIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const { __typename, id, clientId } = value as Record<string, unknown>;
  if (clientId !== undefined) return clientId;
  if (`${String(__typename)}:` === 'Client:') return id;
  for (const part of Object.values(value)) {
    const found = clientIdIn(part);
    if (found !== undefined) return found;
  }
  return undefined;
}
