/** What the scopes of an API key name. Each noun has a row of operations in `access-matrix.ts`. */
export const apiKeyNouns = [
  'clients',
  'campaigns',
  'leads',
  'sequences',
  'messages',
  'files',
  'webhooks',
  'stats',
  'audit',
] as const;
export type ApiKeyNoun = (typeof apiKeyNouns)[number];

/** Nouns that no operation changes, so that they have no scope to write. */
export const readOnlyNouns = ['stats', 'audit'] as const satisfies ApiKeyNoun[];
export type WritableNoun = Exclude<ApiKeyNoun, (typeof readOnlyNouns)[number]>;

/** What an API key may do. `write` includes `read`, and `all` includes every noun. */
export type ApiKeyScope = `read_${'all' | ApiKeyNoun}` | `write_${'all' | WritableNoun}`;

export const isReadOnlyNoun = (noun: ApiKeyNoun): noun is (typeof readOnlyNouns)[number] =>
  (readOnlyNouns as readonly string[]).includes(noun);

/** All scopes. */
export const apiKeyScopes: ApiKeyScope[] = [
  'read_all',
  'write_all',
  ...apiKeyNouns.flatMap((noun): ApiKeyScope[] =>
    isReadOnlyNoun(noun) ? [`read_${noun}`] : [`read_${noun}`, `write_${noun}`],
  ),
];

/** Whether scopes include one scope. */
export function includesScope(scopes: readonly ApiKeyScope[], needed: ApiKeyScope): boolean {
  const noun = needed.replace(/^(read|write)_/, '');
  const sufficient: string[] = needed.startsWith('write_')
    ? [needed, 'write_all']
    : [needed, `write_${noun}`, 'read_all', 'write_all'];
  return scopes.some((scope) => sufficient.includes(scope));
}

/**
 * The noun that an API key must be able to read to select an object type, wherever the type is returned, or null if the
 * type is closed to API keys. A type that is not listed can be selected wherever the object that contains it can. Its
 * connections need what the type needs.
 */
export const objectNouns: Record<string, ApiKeyNoun | null> = {
  Client: 'clients',
  Campaign: 'campaigns',
  CampaignVersion: 'campaigns',
  CampaignDraft: 'campaigns',
  AbTest: 'campaigns',
  AbTestVariant: 'campaigns',
  AbTestVariantStats: 'stats',
  AbTestPlan: 'stats',
  MessageVariantStats: 'stats',
  Placement: 'campaigns',
  PlacementStats: 'stats',
  Lead: 'leads',
  SpamLead: 'leads',
  Consent: 'leads',
  LeadNote: 'leads',
  SavedView: 'leads',
  LeadJob: 'leads',
  LeadImport: 'leads',
  Sequence: 'sequences',
  SequenceVersion: 'sequences',
  SequenceVersionPreview: 'sequences',
  SequenceDraft: 'sequences',
  Enrollment: 'sequences',
  SmsMessage: 'messages',
  TestMessage: 'messages',
  Reply: 'messages',
  TimelineEntry: 'messages',
  File: 'files',
  Webhook: 'webhooks',
  WebhookDelivery: 'webhooks',
  AdminStats: 'stats',
  ClientStats: 'stats',
  CampaignStats: 'stats',
  ScanAnalytics: 'stats',
  Analytics: 'stats',
  AnalyticsRow: 'stats',
  AuditEntry: 'audit',
  Activity: 'audit',
  AccountSecurity: null,
  AdminInvitation: null,
  Member: null,
  Notification: null,
  NotificationState: null,
  EmailNotifications: null,
  ApiKey: null,
  ApiKeyWithToken: null,
  NumberEvidence: null,
  Person: null,
  Playbook: null,
  PlaybookVersion: null,
  PlaybookCopy: null,
  PlaybookChange: null,
  PlaybookFigures: null,
  ApplyPlaybookResult: null,
  PushPlaybookResult: null,
  RetentionPolicy: null,
  User: null,
};

/** What the token of every API key starts with, so that secret scanners find it. */
export const API_KEY_PREFIX = 'apikey_';
/** What tokens of earlier releases start with. They stay valid. */
export const FORMER_API_KEY_PREFIX = 'dripline_';
/** Maximum number of API keys of a client or of the agency, without revoked ones. */
export const MAX_API_KEYS = 50;
export const MAX_API_KEY_NAME_LENGTH = 60;
/** How long a revoked API key is listed, in days. */
export const REVOKED_API_KEY_DAYS = 30;
