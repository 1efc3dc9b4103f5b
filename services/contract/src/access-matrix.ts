import type { ApiKeyNoun } from './api-keys';
import type { ErrorCode } from './error-codes';

/**
 * The actors of the access matrix. All except `admin`, `worker` and `landing` try to reach the objects of one client.
 */
export const actors = [
  'anonymous',
  'owner',
  'staff',
  'otherClient',
  'inactive',
  'link',
  'readOnlyLink',
  'admin',
  'expired',
  'forged',
  'worker',
  'landing',
] as const;

/**
 * An actor of the access matrix.
 * - `owner`: the client that owns the objects, signed in.
 * - `staff`: a member of the owner's team with the role staff, signed in.
 * - `otherClient`: another client, signed in.
 * - `inactive`: the owner, with a session from before it was made inactive.
 * - `link`: a caller without a session that knows the id of a client with login disabled.
 * - `readOnlyLink`: like `link`, for a client whose link is read-only.
 * - `expired`, `forged`: a session that has expired, and a session cookie that was never issued.
 * - `worker`: the worker of the workflows, with its token. On the public schema, a caller without a session.
 * - `landing`: the landing caches of web and rest-facade, with their token. On the public schema, a caller without a
 *   session.
 */
export type Actor = (typeof actors)[number];

/** The expected result per actor: `ok` or an error code. */
export type ExpectedResults = Record<Actor, 'ok' | ErrorCode>;

const withoutSession = {
  anonymous: 'UNAUTHENTICATED',
  inactive: 'UNAUTHENTICATED',
  link: 'UNAUTHENTICATED',
  readOnlyLink: 'UNAUTHENTICATED',
  expired: 'UNAUTHENTICATED',
  forged: 'UNAUTHENTICATED',
  worker: 'UNAUTHENTICATED',
  landing: 'UNAUTHENTICATED',
} as const;
const everyone: ExpectedResults = {
  anonymous: 'ok',
  owner: 'ok',
  staff: 'ok',
  otherClient: 'ok',
  inactive: 'ok',
  link: 'ok',
  readOnlyLink: 'ok',
  admin: 'ok',
  expired: 'ok',
  forged: 'ok',
  worker: 'ok',
  landing: 'ok',
};
/** Sessions are not read on the internal schema. */
const withoutToken = {
  ...withoutSession,
  owner: 'UNAUTHENTICATED',
  staff: 'UNAUTHENTICATED',
  otherClient: 'UNAUTHENTICATED',
  admin: 'UNAUTHENTICATED',
} as const;
const builder: ExpectedResults = {
  ...withoutSession,
  owner: 'ok',
  staff: 'ok',
  otherClient: 'NOT_FOUND',
  admin: 'ok',
};

/** The access levels. */
export const accessLevels = {
  /** Landing pages, form submissions and sign-ins. */
  public: everyone,
  /** A client's dashboard and its contents. The link is sufficient if the client has login disabled. */
  dashboard: { ...builder, link: 'ok', readOnlyLink: 'ok' },
  /** What changes, sends, exports or deletes on a client's dashboard. A read-only link is not sufficient. */
  dashboardAction: { ...builder, link: 'ok', readOnlyLink: 'FORBIDDEN' },
  /** Parts of the dashboard that require a session: changes of many leads, imports and consent. */
  builder,
  /** Parts for the client and for owners in its team: the campaign builder, webhooks, API keys, privacy and the team. */
  owners: { ...builder, staff: 'FORBIDDEN' },
  /** The signed-in account's own settings. */
  account: { ...withoutSession, owner: 'ok', staff: 'ok', otherClient: 'ok', admin: 'ok' },
  /** Administration by the agency. */
  admin: { ...withoutSession, owner: 'FORBIDDEN', staff: 'FORBIDDEN', otherClient: 'FORBIDDEN', admin: 'ok' },
  /** Internal operations of the worker. */
  worker: { ...withoutToken, worker: 'ok', landing: 'FORBIDDEN' },
  /** Internal operations of the landing caches. */
  landing: { ...withoutToken, worker: 'FORBIDDEN', landing: 'ok' },
} satisfies Record<string, ExpectedResults>;

/** The access level of one operation or field, and the REST routes that select it. */
export interface AccessRow {
  access: keyof typeof accessLevels;
  /** The schema that has the operation. Defaults to the public schema. */
  schema?: 'internal';
  /** A route with a different access level is a pair. */
  rest?: (string | [row: string, access: keyof typeof accessLevels])[];
  /** Required with `dashboardAction`: why the holder of a link may do it. */
  link?: LinkUse;
  /** The noun of the scope that an API key needs. Operations without one are closed to API keys. */
  noun?: ApiKeyNoun;
}

/** Why the holder of a dashboard link may call an operation that changes, sends, exports or deletes. */
export interface LinkUse {
  /** The screen that needs it, without a sign-in. */
  reason: string;
  /** The rate limits that apply, from `services/graphql/src/api/rate-limiters.ts`. */
  limits: string[];
}

/** The limit of all that the holders of a client's link do. */
const LINK = 'linkActions';
const onLeads = { reason: 'Leads tab: edit, delete and follow up a lead, review spam', limits: [LINK] };
const onSequences = { reason: 'SMS Follow-ups tab: create, edit, switch and delete a sequence', limits: [LINK] };
const onFiles = { reason: 'File Manager tab: upload, rename and delete a file', limits: [LINK] };

/**
 * The access level of every query, mutation, subscription, field that loads other objects, and REST route. A test fails if one is
 * missing or no longer exists.
 */
export const accessMatrix: Record<string, AccessRow> = {
  'Query.appConfig': { access: 'public' },
  'Query.viewer': { access: 'public' },
  'Query.currentUser': { access: 'admin', rest: ['GET /api/auth/user'] },
  'Query.recentSignIn': { access: 'public' },
  'Query.dashboardAccess': { access: 'public' },
  'Mutation.signIn': { access: 'public', rest: ['POST /api/auth/login'] },
  'Mutation.signOut': { access: 'public', rest: ['POST /api/auth/logout'] },
  'Mutation.signInClient': { access: 'public', rest: ['POST /api/auth/client/login'] },
  'Mutation.signOutClient': { access: 'public', rest: ['POST /api/auth/client/logout'] },
  'Mutation.beginPasskeySignIn': { access: 'public' },
  'Mutation.finishSignIn': { access: 'public', rest: ['POST /api/auth/second-factor'] },
  'Query.accountSecurity': { access: 'account' },
  'Mutation.beginPasskey': { access: 'account' },
  'Mutation.addPasskey': { access: 'account' },
  'Mutation.deletePasskey': { access: 'account' },
  'Mutation.beginAuthenticator': { access: 'account' },
  'Mutation.confirmAuthenticator': { access: 'account' },
  'Mutation.deleteAuthenticator': { access: 'account' },
  'Mutation.createRecoveryCodes': { access: 'account' },
  'Mutation.deleteSession': { access: 'account' },
  'Mutation.deleteOtherSessions': { access: 'account' },
  'Mutation.changePassword': { access: 'account', rest: ['POST /api/auth/password'] },

  'Query.evidence': { access: 'admin' },
  'Mutation.setLegalHold': { access: 'admin' },
  'Query.admins': { access: 'admin', rest: ['GET /api/admin/admins'] },
  'Mutation.resetSecondFactor': { access: 'admin' },
  'Mutation.deleteAdmin': { access: 'admin', rest: ['DELETE /api/admin/admins/{id}'] },
  'Query.adminInvitations': { access: 'admin', rest: ['GET /api/admin/invitations'] },
  'Mutation.createAdminInvitation': { access: 'admin', rest: ['POST /api/admin/invitations'] },
  'Mutation.acceptAdminInvitation': { access: 'public', rest: ['POST /api/admin/invitations/accept'] },
  'Mutation.deleteAdminInvitation': { access: 'admin', rest: ['DELETE /api/admin/invitations/{id}'] },
  'Query.apiKeys': {
    access: 'owners',
    rest: ['GET /api/clients/{id}/api-keys', ['GET /api/admin/api-keys', 'admin']],
  },
  'Mutation.createApiKey': {
    access: 'owners',
    rest: ['POST /api/clients/{id}/api-keys', ['POST /api/admin/api-keys', 'admin']],
  },
  'Mutation.revokeApiKey': { access: 'owners', rest: ['DELETE /api/api-keys/{id}'] },
  'Client.members': { access: 'owners' },
  'Mutation.createMember': { access: 'owners' },
  'Mutation.updateMember': { access: 'owners' },
  'Mutation.deleteMember': { access: 'owners' },
  'Query.auditEntries': { access: 'admin', noun: 'audit', rest: ['GET /api/admin/audit'] },
  'AuditEntry.client': { access: 'admin', noun: 'clients' },
  'Query.adminStats': { access: 'admin', noun: 'stats', rest: ['GET /api/admin/stats'] },
  'Query.clientsNeedingAttention': { access: 'admin', noun: 'clients' },
  'ClientAttention.client': { access: 'admin', noun: 'clients' },
  'Query.monthlyUsage': { access: 'admin', noun: 'clients' },
  'MonthlyUsage.client': { access: 'admin', noun: 'clients' },
  'Query.usageTotals': { access: 'admin', noun: 'clients' },
  'Query.limitChanges': { access: 'admin', noun: 'clients' },
  'Query.rates': { access: 'admin', noun: 'clients' },
  'Rates.client': { access: 'admin', noun: 'clients' },
  'Mutation.setRates': { access: 'admin', noun: 'clients' },
  'Query.statement': { access: 'admin', noun: 'clients' },
  'Query.statementsCsv': { access: 'admin', noun: 'clients' },
  'Query.analytics': { access: 'admin', noun: 'stats' },
  'Query.analyticsRows': { access: 'admin', noun: 'stats' },
  'AnalyticsRow.client': { access: 'admin', noun: 'clients' },
  'Query.analyticsCsv': { access: 'admin', noun: 'stats' },
  'Query.analyticsDaysCsv': { access: 'admin', noun: 'stats' },
  'Query.analyticsSourcesCsv': { access: 'admin', noun: 'stats' },
  'Mutation.updateClients': { access: 'admin', noun: 'clients' },
  'Query.clients': { access: 'admin', noun: 'clients', rest: ['GET /api/clients'] },
  'Mutation.createClient': { access: 'admin', noun: 'clients', rest: ['POST /api/clients'] },
  'Mutation.updateClient': {
    access: 'admin',
    noun: 'clients',
    rest: ['PUT /api/clients/{id}', 'PATCH /api/clients/{id}'],
  },
  'Mutation.setSender': { access: 'admin', noun: 'clients' },
  'Mutation.removeSender': { access: 'admin', noun: 'clients' },
  'Mutation.deleteClient': { access: 'admin', rest: ['DELETE /api/clients/{id}'] },

  'Query.client': { access: 'dashboard', noun: 'clients', rest: ['GET /api/clients/{id}'] },
  'Client.usage': { access: 'dashboard', noun: 'clients' },
  'Client.sender': { access: 'dashboard', noun: 'clients' },
  'Client.notifications': { access: 'builder' },
  'Client.notificationState': { access: 'dashboard' },
  'Client.emailNotifications': { access: 'builder' },
  'Notification.campaign': { access: 'builder' },
  'Notification.lead': { access: 'builder' },
  'Client.leadOwners': { access: 'dashboard', noun: 'clients' },
  'Client.tags': { access: 'dashboard', noun: 'clients' },
  'Client.savedViews': { access: 'dashboard', noun: 'leads' },
  'Client.stats': {
    access: 'dashboard',
    noun: 'stats',
    rest: ['GET /api/clients/{id}/stats', 'GET /api/clients/{id}/sources'],
  },
  'Client.activity': { access: 'dashboard', noun: 'audit', rest: ['GET /api/clients/{id}/activity'] },
  'Client.campaigns': { access: 'dashboard', noun: 'campaigns', rest: ['GET /api/clients/{id}/campaigns'] },
  'Query.campaign': { access: 'dashboard', noun: 'campaigns', rest: ['GET /api/campaigns/{id}'] },
  'Campaign.client': { access: 'dashboard', noun: 'clients' },
  'Campaign.formFields': { access: 'dashboard', noun: 'campaigns' },
  'Campaign.leads': { access: 'dashboard', noun: 'leads' },
  'Campaign.sequences': { access: 'dashboard', noun: 'sequences' },
  'Campaign.stats': { access: 'dashboard', noun: 'stats' },
  'Campaign.scanAnalytics': { access: 'dashboard', noun: 'stats', rest: ['GET /api/campaigns/{id}/scan-analytics'] },
  'Campaign.qrCode': { access: 'dashboard', noun: 'campaigns', rest: ['GET /api/campaigns/{id}/qrcode'] },
  'Query.abTest': { access: 'dashboard', noun: 'campaigns' },
  'Campaign.abTests': { access: 'dashboard', noun: 'campaigns' },
  'Campaign.abTestPlan': { access: 'dashboard', noun: 'stats' },
  'AbTest.campaign': { access: 'dashboard', noun: 'campaigns' },
  'AbTest.variants': { access: 'dashboard', noun: 'campaigns' },
  'AbTestVariant.stats': { access: 'dashboard', noun: 'stats' },
  'Sequence.variantStats': { access: 'dashboard', noun: 'stats' },
  'Mutation.startAbTest': { access: 'owners', noun: 'campaigns' },
  'Mutation.endAbTest': { access: 'owners', noun: 'campaigns' },
  'Query.placement': { access: 'dashboard', noun: 'campaigns' },
  'Client.placements': { access: 'dashboard', noun: 'campaigns' },
  'Placement.campaign': { access: 'dashboard', noun: 'campaigns' },
  'Placement.stats': { access: 'dashboard', noun: 'stats' },
  'Placement.qrCode': { access: 'dashboard', noun: 'campaigns' },
  'Placement.printSheet': { access: 'dashboard', noun: 'campaigns' },
  'Lead.abTestVariant': { access: 'dashboard', noun: 'campaigns' },
  'Lead.placement': { access: 'dashboard', noun: 'campaigns' },
  'Mutation.createPlacement': { access: 'owners', noun: 'campaigns' },
  'Mutation.updatePlacement': { access: 'owners', noun: 'campaigns' },
  'Mutation.deletePlacement': { access: 'owners', noun: 'campaigns' },
  'Query.playbooks': { access: 'admin' },
  'Query.playbook': { access: 'admin' },
  'Playbook.campaign': { access: 'admin' },
  'Playbook.versions': { access: 'admin' },
  'Playbook.copies': { access: 'admin' },
  'Playbook.figures': { access: 'admin' },
  'PlaybookCopy.client': { access: 'admin' },
  'PlaybookCopy.campaign': { access: 'admin' },
  'PlaybookCopy.changes': { access: 'admin' },
  'PlaybookCopy.figures': { access: 'admin' },
  'Mutation.createPlaybook': { access: 'admin' },
  'Mutation.updatePlaybook': { access: 'admin' },
  'Mutation.publishPlaybook': { access: 'admin' },
  'Mutation.applyPlaybook': { access: 'admin' },
  'Mutation.pushPlaybook': { access: 'admin' },
  'Mutation.deletePlaybook': { access: 'admin' },
  'Mutation.createCampaign': { access: 'owners', noun: 'campaigns', rest: ['POST /api/clients/{id}/campaigns'] },
  'Mutation.updateCampaign': {
    access: 'owners',
    noun: 'campaigns',
    rest: ['PUT /api/campaigns/{id}', 'PATCH /api/campaigns/{id}'],
  },
  'Mutation.saveCampaignDraft': { access: 'owners', noun: 'campaigns' },
  'Mutation.deleteCampaignDraft': { access: 'owners', noun: 'campaigns' },
  'Mutation.deleteCampaign': { access: 'owners', noun: 'campaigns' },

  'Mutation.recordLandingView': { access: 'public', rest: ['GET /api/landing/{client}/{slug}'] },
  'Mutation.submitLead': { access: 'public', noun: 'leads', rest: ['POST /api/campaigns/{client}/{slug}/leads'] },

  'Client.leads': { access: 'dashboard', noun: 'leads', rest: ['GET /api/clients/{id}/leads'] },
  'Query.leadsCsv': {
    access: 'dashboardAction',
    noun: 'leads',
    link: { reason: 'Leads tab: Export', limits: [LINK] },
    rest: ['GET /api/clients/{id}/leads.csv'],
  },
  'Query.lead': { access: 'dashboard', noun: 'leads', rest: ['GET /api/leads/{id}'] },
  'Lead.client': { access: 'dashboard', noun: 'clients' },
  'Lead.campaign': { access: 'dashboard', noun: 'campaigns' },
  'Lead.consent': { access: 'dashboard', noun: 'leads' },
  'Lead.enrollments': { access: 'dashboard', noun: 'sequences' },
  'Lead.messages': { access: 'dashboard', noun: 'messages' },
  'Lead.replies': { access: 'dashboard', noun: 'messages' },
  'Lead.notes': { access: 'dashboard', noun: 'leads' },
  'Lead.owner': { access: 'dashboard', noun: 'leads' },
  'Lead.tags': { access: 'dashboard', noun: 'leads' },
  'Lead.timeline': { access: 'dashboard', noun: 'messages' },
  'Mutation.updateLead': {
    access: 'dashboardAction',
    noun: 'leads',
    link: onLeads,
    rest: ['PUT /api/leads/{id}', 'PATCH /api/leads/{id}'],
  },
  'Mutation.startSequence': { access: 'dashboardAction', noun: 'sequences', link: onLeads },
  'Mutation.startSequences': { access: 'dashboardAction', noun: 'sequences', link: onLeads },
  'Mutation.stopSequences': { access: 'dashboardAction', noun: 'sequences', link: onLeads },
  'Mutation.sendMessage': { access: 'dashboardAction', noun: 'messages', link: onLeads },
  'Mutation.createLeadNote': { access: 'dashboardAction', noun: 'leads', link: onLeads },
  'Mutation.updateLeadNote': { access: 'dashboardAction', noun: 'leads', link: onLeads },
  'Mutation.deleteLeadNote': { access: 'dashboardAction', noun: 'leads', link: onLeads },
  'Mutation.createSavedView': { access: 'dashboardAction', noun: 'leads', link: onLeads },
  'Mutation.updateSavedView': { access: 'dashboardAction', noun: 'leads', link: onLeads },
  'Mutation.deleteSavedView': { access: 'dashboardAction', noun: 'leads', link: onLeads },
  'Mutation.markNotificationsSeen': { access: 'builder' },
  'Mutation.muteNotifications': { access: 'builder' },
  'Mutation.setEmailNotifications': { access: 'builder' },
  'Mutation.setLeadNotifications': { access: 'owners', noun: 'clients' },
  'Mutation.recordConsent': { access: 'builder', noun: 'leads' },
  'Mutation.recordOptOut': { access: 'builder', noun: 'leads' },
  'Mutation.deleteLead': { access: 'dashboardAction', noun: 'leads', link: onLeads, rest: ['DELETE /api/leads/{id}'] },
  'Mutation.startLeadJob': { access: 'builder', noun: 'leads' },
  'Mutation.cancelLeadJob': { access: 'builder', noun: 'leads' },
  'Mutation.undoLeadJob': { access: 'builder', noun: 'leads' },
  'Query.leadJob': { access: 'builder', noun: 'leads' },
  'Mutation.createLeadImport': { access: 'builder', noun: 'leads' },
  'Mutation.addLeadImportRows': { access: 'builder', noun: 'leads' },
  'Mutation.startLeadImport': { access: 'builder', noun: 'leads' },
  'Query.leadImport': { access: 'builder', noun: 'leads' },
  'Query.leadImportProblemsCsv': { access: 'builder', noun: 'leads' },
  'Client.leadJobs': { access: 'dashboard', noun: 'leads' },
  'Mutation.updateLeads': { access: 'dashboardAction', noun: 'leads', link: onLeads },
  'Mutation.deleteLeads': { access: 'dashboardAction', noun: 'leads', link: onLeads },
  'Client.spamLeads': { access: 'dashboard', noun: 'leads', rest: ['GET /api/clients/{id}/spam-leads'] },
  'SpamLead.client': { access: 'dashboard', noun: 'clients' },
  'SpamLead.campaign': { access: 'dashboard', noun: 'campaigns' },
  'Mutation.restoreSpamLead': {
    access: 'dashboardAction',
    noun: 'leads',
    link: onLeads,
    rest: ['POST /api/spam-leads/{id}/restore'],
  },
  'Mutation.deleteSpamLead': {
    access: 'dashboardAction',
    noun: 'leads',
    link: onLeads,
    rest: ['DELETE /api/spam-leads/{id}'],
  },

  'Query.person': { access: 'owners', rest: ['POST /api/clients/{id}/person'] },
  'Mutation.erasePerson': { access: 'owners', rest: ['POST /api/clients/{id}/person/erase'] },
  'Client.retentionPolicy': { access: 'owners', rest: ['GET /api/clients/{id}/retention'] },
  'Mutation.updateRetentionPolicy': {
    access: 'owners',
    rest: ['PUT /api/clients/{id}/retention', 'PATCH /api/clients/{id}/retention'],
  },

  'Client.sequences': { access: 'dashboard', noun: 'sequences', rest: ['GET /api/clients/{id}/sms-sequences'] },
  'Query.sequence': { access: 'dashboard', noun: 'sequences', rest: ['GET /api/sms-sequences/{id}'] },
  'Sequence.client': { access: 'dashboard', noun: 'clients' },
  'Sequence.campaign': { access: 'dashboard', noun: 'campaigns' },
  'Sequence.steps': { access: 'dashboard', noun: 'sequences' },
  'Campaign.draft': { access: 'dashboard', noun: 'campaigns' },
  'Sequence.draft': { access: 'dashboard', noun: 'sequences' },
  'Campaign.versions': { access: 'dashboard', noun: 'campaigns' },
  'Sequence.versions': { access: 'dashboard', noun: 'sequences' },
  'Sequence.enrollments': { access: 'dashboard', noun: 'sequences' },
  'Enrollment.lead': { access: 'dashboard', noun: 'leads' },
  'Enrollment.sequence': { access: 'dashboard', noun: 'sequences' },
  'Enrollment.messages': { access: 'dashboard', noun: 'messages' },
  'Mutation.createSequence': {
    access: 'dashboardAction',
    noun: 'sequences',
    link: onSequences,
    rest: ['POST /api/clients/{id}/sms-sequences'],
  },
  'Mutation.updateSequence': {
    access: 'dashboardAction',
    noun: 'sequences',
    link: onSequences,
    rest: ['PUT /api/sms-sequences/{id}', 'PATCH /api/sms-sequences/{id}'],
  },
  'Mutation.saveSequenceDraft': { access: 'dashboardAction', noun: 'sequences', link: onSequences },
  'Mutation.deleteSequenceDraft': { access: 'dashboardAction', noun: 'sequences', link: onSequences },
  'Mutation.deleteSequence': {
    access: 'dashboardAction',
    noun: 'sequences',
    link: onSequences,
    rest: ['DELETE /api/sms-sequences/{id}'],
  },
  'Query.messageForecast': { access: 'dashboard', noun: 'sequences' },
  'Query.sequencePreview': { access: 'dashboard', noun: 'sequences' },
  'Query.sequenceVersionPreview': { access: 'dashboard', noun: 'sequences' },
  'Mutation.sendTestMessage': {
    access: 'dashboardAction',
    noun: 'messages',
    link: { reason: 'SMS Follow-ups tab: text a message to the client’s own phone', limits: ['testMessage', LINK] },
  },
  'Client.messages': { access: 'dashboard', noun: 'messages', rest: ['GET /api/clients/{id}/sms-messages'] },
  'SmsMessage.client': { access: 'dashboard', noun: 'clients' },
  'SmsMessage.lead': { access: 'dashboard', noun: 'leads' },
  'SmsMessage.sequence': { access: 'dashboard', noun: 'sequences' },
  'SmsMessage.enrollment': { access: 'dashboard', noun: 'sequences' },
  'Mutation.processSms': {
    access: 'dashboardAction',
    noun: 'messages',
    link: { reason: 'SMS Follow-ups tab: Process SMS Now', limits: ['processSms', LINK] },
    rest: ['POST /api/sms/process'],
  },

  'Subscription.leadCreated': { access: 'dashboard', noun: 'leads' },
  'Subscription.leadUpdated': { access: 'dashboard', noun: 'leads' },
  'Subscription.messageUpdated': { access: 'dashboard', noun: 'messages' },
  'Subscription.enrollmentUpdated': { access: 'dashboard', noun: 'sequences' },
  'Subscription.clientStatsUpdated': { access: 'dashboard', noun: 'clients' },
  'Subscription.clientUpdated': { access: 'dashboard', noun: 'clients' },
  'Subscription.fleetUpdated': { access: 'admin', noun: 'clients' },

  'Client.files': { access: 'dashboard', noun: 'files', rest: ['GET /api/clients/{id}/files'] },
  'Query.file': { access: 'dashboard', noun: 'files', rest: ['GET /api/files/{id}'] },
  'File.client': { access: 'dashboard', noun: 'clients' },
  'Mutation.createUpload': {
    access: 'dashboardAction',
    noun: 'files',
    link: { ...onFiles, limits: ['upload', LINK] },
    rest: ['POST /api/clients/{id}/files/upload', ['POST /api/objects/upload', 'account']],
  },
  'Mutation.completeUpload': {
    access: 'dashboardAction',
    noun: 'files',
    link: onFiles,
    rest: ['PUT /api/objects/set-path'],
  },
  'Mutation.renameFile': {
    access: 'dashboardAction',
    noun: 'files',
    link: onFiles,
    rest: ['PUT /api/files/{id}', 'PATCH /api/files/{id}'],
  },
  'Mutation.deleteFile': { access: 'dashboardAction', noun: 'files', link: onFiles, rest: ['DELETE /api/files/{id}'] },

  'Client.webhooks': { access: 'owners', noun: 'webhooks', rest: ['GET /api/clients/{id}/webhooks'] },
  'Query.webhook': { access: 'owners', noun: 'webhooks', rest: ['GET /api/webhooks/{id}'] },
  'Webhook.client': { access: 'owners', noun: 'clients' },
  'Webhook.deliveries': { access: 'owners', noun: 'webhooks', rest: ['GET /api/webhooks/{id}/deliveries'] },
  'Mutation.createWebhook': { access: 'owners', noun: 'webhooks', rest: ['POST /api/clients/{id}/webhooks'] },
  'Mutation.updateWebhook': {
    access: 'owners',
    noun: 'webhooks',
    rest: ['PUT /api/webhooks/{id}', 'PATCH /api/webhooks/{id}'],
  },
  'Mutation.deleteWebhook': { access: 'owners', noun: 'webhooks', rest: ['DELETE /api/webhooks/{id}'] },
  'Mutation.rotateWebhookSecret': { access: 'owners', rest: ['POST /api/webhooks/{id}/secret'] },
  'Mutation.testWebhook': { access: 'owners', noun: 'webhooks', rest: ['POST /api/webhooks/{id}/test'] },
  'Query.webhookDelivery': { access: 'owners', noun: 'webhooks', rest: ['GET /api/webhook-deliveries/{id}'] },
  'WebhookDelivery.webhook': { access: 'owners', noun: 'webhooks' },
  'Mutation.replayWebhookDelivery': {
    access: 'owners',
    noun: 'webhooks',
    rest: ['POST /api/webhook-deliveries/{id}/replay'],
  },

  'Query.landingPages': { access: 'landing', schema: 'internal' },
  'Query.landingPageChanges': { access: 'landing', schema: 'internal' },
  'Query.clientDomain': { access: 'landing', schema: 'internal' },
  'Mutation.recordViews': { access: 'landing', schema: 'internal' },
  'Query.loggedMessage': { access: 'worker', schema: 'internal' },
  'Mutation.claimStep': { access: 'worker', schema: 'internal' },
  'Mutation.claimLeadNotification': { access: 'worker', schema: 'internal' },
  'Mutation.claimTestMessage': { access: 'worker', schema: 'internal' },
  'Mutation.claimDelivery': { access: 'worker', schema: 'internal' },
  'Mutation.recordSendResult': { access: 'worker', schema: 'internal' },
  'Mutation.recordTestMessage': { access: 'worker', schema: 'internal' },
  'Mutation.recordDelivery': { access: 'worker', schema: 'internal' },
  'Mutation.storeLoggedMessage': { access: 'worker', schema: 'internal' },
  'Mutation.claimRetry': { access: 'worker', schema: 'internal' },
  'Mutation.cancelSendAttempt': { access: 'worker', schema: 'internal' },
  'Mutation.reportProviderOutage': { access: 'worker', schema: 'internal' },
};

/** The access level of each REST route. */
export const restAccess = new Map(
  Object.values(accessMatrix).flatMap((row) =>
    (row.rest ?? []).map((route): [string, AccessRow['access']] =>
      typeof route === 'string' ? [route, row.access] : route,
    ),
  ),
);
