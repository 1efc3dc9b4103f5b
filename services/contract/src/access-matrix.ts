import type { ErrorCode } from './error-codes';

/**
 * The actors of the access matrix. All except `admin`, `worker` and `landing` try to reach the objects of one client.
 */
export const actors = [
  'anonymous',
  'owner',
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
 * - `otherClient`: another client, signed in.
 * - `inactive`: the owner, with a session from before it was made inactive.
 * - `link`: a caller without a session that knows the id of a client with login disabled.
 * - `readOnlyLink`: like `link`, for a client whose link is read-only.
 * - `expired`, `forged`: a session that has expired, and a session cookie that was never issued.
 * - `worker`: the worker of the workflows, with its token.
 * - `landing`: the landing caches of web and rest-facade, with their token.
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
} as const;
const everyone: ExpectedResults = {
  anonymous: 'ok',
  owner: 'ok',
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
const notServices = { worker: 'FORBIDDEN', landing: 'FORBIDDEN' } as const;
const notAccounts = { ...withoutSession, owner: 'FORBIDDEN', otherClient: 'FORBIDDEN', admin: 'FORBIDDEN' } as const;
const builder: ExpectedResults = {
  ...withoutSession,
  ...notServices,
  owner: 'ok',
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
  /** Parts of the dashboard that require a session: the campaign builder, webhooks and privacy. */
  builder,
  /** The signed-in account's own settings. */
  account: { ...withoutSession, ...notServices, owner: 'ok', otherClient: 'ok', admin: 'ok' },
  /** Administration by the agency. */
  admin: { ...notAccounts, ...notServices, admin: 'ok' },
  /** Internal operations of the worker. */
  worker: { ...notAccounts, ...notServices, worker: 'ok' },
  /** Internal operations of the landing caches. */
  landing: { ...notAccounts, ...notServices, landing: 'ok' },
} satisfies Record<string, ExpectedResults>;

/** The access level of one operation, and the REST routes that call it. */
export interface AccessRow {
  access: keyof typeof accessLevels;
  /** A route with a different access level is a pair. */
  rest?: (string | [row: string, access: keyof typeof accessLevels])[];
  /** Required with `dashboardAction`: why the holder of a link may do it. */
  link?: LinkUse;
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
const onLeads = { reason: 'Leads tab: edit and delete a lead, review spam', limits: [LINK] };
const onSequences = { reason: 'SMS Follow-ups tab: create, edit, switch and delete a sequence', limits: [LINK] };
const onFiles = { reason: 'File Manager tab: upload, rename and delete a file', limits: [LINK] };

/** The access level of every query, mutation and REST route. A test fails if one is missing or no longer exists. */
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
  'Query.auditEntries': { access: 'admin', rest: ['GET /api/admin/audit'] },
  'Query.adminStats': { access: 'admin', rest: ['GET /api/admin/stats'] },
  'Query.clients': { access: 'admin', rest: ['GET /api/clients'] },
  'Mutation.createClient': { access: 'admin', rest: ['POST /api/clients'] },
  'Mutation.updateClient': { access: 'admin', rest: ['PUT /api/clients/{id}'] },
  'Mutation.setSender': { access: 'admin' },
  'Mutation.removeSender': { access: 'admin' },
  'Mutation.deleteClient': { access: 'admin', rest: ['DELETE /api/clients/{id}'] },

  'Query.client': { access: 'dashboard', rest: ['GET /api/clients/{id}'] },
  'Query.clientStats': { access: 'dashboard', rest: ['GET /api/clients/{id}/stats', 'GET /api/clients/{id}/sources'] },
  'Query.clientActivity': { access: 'dashboard', rest: ['GET /api/clients/{id}/activity'] },
  'Query.campaigns': { access: 'dashboard', rest: ['GET /api/clients/{id}/campaigns'] },
  'Query.campaign': { access: 'dashboard', rest: ['GET /api/campaigns/{id}'] },
  'Query.scanAnalytics': { access: 'dashboard', rest: ['GET /api/campaigns/{id}/scan-analytics'] },
  'Query.qrCode': { access: 'dashboard', rest: ['GET /api/campaigns/{id}/qrcode'] },
  'Mutation.createCampaign': { access: 'builder', rest: ['POST /api/clients/{id}/campaigns'] },
  'Mutation.updateCampaign': { access: 'builder', rest: ['PUT /api/campaigns/{id}'] },
  'Mutation.deleteCampaign': { access: 'builder' },

  'Mutation.recordLandingView': { access: 'public', rest: ['GET /api/landing/{client}/{slug}'] },
  'Query.landingPages': { access: 'landing' },
  'Mutation.recordViews': { access: 'landing' },
  'Mutation.submitLead': { access: 'public', rest: ['POST /api/campaigns/{client}/{slug}/leads'] },

  'Query.leads': { access: 'dashboard', rest: ['GET /api/clients/{id}/leads'] },
  'Query.leadsCsv': {
    access: 'dashboardAction',
    link: { reason: 'Leads tab: Export', limits: [LINK] },
    rest: ['GET /api/clients/{id}/leads.csv'],
  },
  'Query.lead': { access: 'dashboard' },
  'Mutation.updateLead': { access: 'dashboardAction', link: onLeads, rest: ['PUT /api/leads/{id}'] },
  'Mutation.recordConsent': { access: 'builder' },
  'Mutation.recordOptOut': { access: 'builder' },
  'Mutation.deleteLead': { access: 'dashboardAction', link: onLeads, rest: ['DELETE /api/leads/{id}'] },
  'Query.spamLeads': { access: 'dashboard', rest: ['GET /api/clients/{id}/spam-leads'] },
  'Mutation.restoreSpamLead': { access: 'dashboardAction', link: onLeads, rest: ['POST /api/spam-leads/{id}/restore'] },
  'Mutation.deleteSpamLead': { access: 'dashboardAction', link: onLeads, rest: ['DELETE /api/spam-leads/{id}'] },

  'Query.person': { access: 'builder', rest: ['POST /api/clients/{id}/person'] },
  'Mutation.erasePerson': { access: 'builder', rest: ['POST /api/clients/{id}/person/erase'] },
  'Query.retentionPolicy': { access: 'builder', rest: ['GET /api/clients/{id}/retention'] },
  'Mutation.updateRetentionPolicy': { access: 'builder', rest: ['PUT /api/clients/{id}/retention'] },

  'Query.sequences': { access: 'dashboard', rest: ['GET /api/clients/{id}/sms-sequences'] },
  'Mutation.createSequence': {
    access: 'dashboardAction',
    link: onSequences,
    rest: ['POST /api/clients/{id}/sms-sequences'],
  },
  'Mutation.updateSequence': { access: 'dashboardAction', link: onSequences, rest: ['PUT /api/sms-sequences/{id}'] },
  'Mutation.deleteSequence': { access: 'dashboardAction', link: onSequences, rest: ['DELETE /api/sms-sequences/{id}'] },
  'Query.sequencePreview': { access: 'dashboard' },
  'Mutation.sendTestMessage': {
    access: 'dashboardAction',
    link: { reason: 'SMS Follow-ups tab: text a message to the client’s own phone', limits: ['testMessage', LINK] },
  },
  'Query.smsMessages': { access: 'dashboard', rest: ['GET /api/clients/{id}/sms-messages'] },
  'Mutation.processSms': {
    access: 'dashboardAction',
    link: { reason: 'SMS Follow-ups tab: Process SMS Now', limits: ['processSms', LINK] },
    rest: ['POST /api/sms/process'],
  },

  'Query.files': { access: 'dashboard', rest: ['GET /api/clients/{id}/files'] },
  'Mutation.createUpload': {
    access: 'dashboardAction',
    link: { ...onFiles, limits: ['upload', LINK] },
    rest: ['POST /api/clients/{id}/files/upload', ['POST /api/objects/upload', 'account']],
  },
  'Mutation.completeUpload': { access: 'dashboardAction', link: onFiles, rest: ['PUT /api/objects/set-path'] },
  'Mutation.renameFile': { access: 'dashboardAction', link: onFiles, rest: ['PUT /api/files/{id}'] },
  'Mutation.deleteFile': { access: 'dashboardAction', link: onFiles, rest: ['DELETE /api/files/{id}'] },

  'Query.webhooks': { access: 'builder', rest: ['GET /api/clients/{id}/webhooks'] },
  'Mutation.createWebhook': { access: 'builder', rest: ['POST /api/clients/{id}/webhooks'] },
  'Mutation.updateWebhook': { access: 'builder', rest: ['PUT /api/webhooks/{id}'] },
  'Mutation.deleteWebhook': { access: 'builder', rest: ['DELETE /api/webhooks/{id}'] },
  'Mutation.rotateWebhookSecret': { access: 'builder', rest: ['POST /api/webhooks/{id}/secret'] },
  'Mutation.testWebhook': { access: 'builder', rest: ['POST /api/webhooks/{id}/test'] },
  'Query.webhookDeliveries': { access: 'builder', rest: ['GET /api/webhooks/{id}/deliveries'] },
  'Query.webhookDelivery': { access: 'builder', rest: ['GET /api/webhook-deliveries/{id}'] },
  'Mutation.replayWebhookDelivery': { access: 'builder', rest: ['POST /api/webhook-deliveries/{id}/replay'] },

  'Query.loggedMessage': { access: 'worker' },
  'Mutation.claimStep': { access: 'worker' },
  'Mutation.claimLeadNotification': { access: 'worker' },
  'Mutation.claimTestMessage': { access: 'worker' },
  'Mutation.claimDelivery': { access: 'worker' },
  'Mutation.recordSendResult': { access: 'worker' },
  'Mutation.recordTestMessage': { access: 'worker' },
  'Mutation.recordDelivery': { access: 'worker' },
  'Mutation.storeLoggedMessage': { access: 'worker' },
  'Mutation.claimRetry': { access: 'worker' },
  'Mutation.cancelSendAttempt': { access: 'worker' },
  'Mutation.reportProviderOutage': { access: 'worker' },
};

/** The access level of each REST route. */
export const restAccess = new Map(
  Object.values(accessMatrix).flatMap((row) =>
    (row.rest ?? []).map((route): [string, AccessRow['access']] =>
      typeof route === 'string' ? [route, row.access] : route,
    ),
  ),
);
