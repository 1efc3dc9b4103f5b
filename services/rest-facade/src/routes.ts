import {
  AcceptAdminInvitationDocument,
  AdminInvitationsDocument,
  AdminsDocument,
  AdminStatsDocument,
  ApiKeysDocument,
  type AuditActor,
  AuditEntriesDocument,
  CampaignDocument,
  type CampaignQuery,
  CampaignsDocument,
  ChangePasswordDocument,
  ClientActivityDocument,
  ClientDocument,
  type ClientQuery,
  ClientsDocument,
  ClientSourcesDocument,
  ClientStatsDocument,
  CreateAdminInvitationDocument,
  CreateApiKeyDocument,
  CreateCampaignDocument,
  CreateClientDocument,
  CreateSequenceDocument,
  CreateUploadDocument,
  CreateWebhookDocument,
  CurrentUserDocument,
  DeleteAdminDocument,
  DeleteAdminInvitationDocument,
  DeleteClientDocument,
  DeleteFileDocument,
  DeleteLeadDocument,
  DeleteSequenceDocument,
  DeleteSpamLeadDocument,
  DeleteWebhookDocument,
  ErasePersonDocument,
  FileDocument,
  type FileQuery,
  FilesDocument,
  FinishSignInDocument,
  LeadsCsvDocument,
  LeadDocument,
  type LeadQuery,
  LeadsDocument,
  type LeadOrderField,
  type LeadStatus,
  PersonDocument,
  ProcessSmsDocument,
  QrCodeDocument,
  type QrCodeFormat,
  RenameFileDocument,
  ReplayWebhookDeliveryDocument,
  RestoreSpamLeadDocument,
  RetentionPolicyDocument,
  type RetentionPolicyQuery,
  RevokeApiKeyDocument,
  RotateWebhookSecretDocument,
  ScanAnalyticsDocument,
  SequenceDocument,
  type SequenceQuery,
  type UpdateSequenceInput,
  SequencesDocument,
  CompleteUploadDocument,
  SignInClientDocument,
  SignInDocument,
  SignOutClientDocument,
  SignOutDocument,
  SmsMessagesDocument,
  SpamLeadsDocument,
  type OrderDirection,
  SubmitLeadDocument,
  TestWebhookDocument,
  UpdateCampaignDocument,
  UpdateClientDocument,
  UpdateLeadDocument,
  UpdateRetentionPolicyDocument,
  UpdateSequenceDocument,
  UpdateWebhookDocument,
  RecordLandingViewDocument,
  WebhookDeliveriesDocument,
  WebhookDeliveryDocument,
  WebhookDocument,
  type WebhookQuery,
  WebhooksDocument,
} from './operations/generated';
import { type AttributionField, attributionParameters } from '@dripline/runtime/landing/attribution';
import { cleanText } from '@dripline/runtime/landing/traffic-source';
import { MAX_FORM_KEYS, MAX_FORM_VALUE_LENGTH, MAX_URL_LENGTH } from '@dripline/contract/limits';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { Request } from 'express';
import type { GraphQLInputObjectType } from 'graphql';
import { route, type Route, type RouteDetails } from './express-rest-to-graphql';
import { schema } from './openapi/json-schema';

const noVariables = () => ({});
const id = (req: Request) => ({ id: param(req, 'id') });
const clientId = (req: Request) => ({ clientId: param(req, 'id') });

const page = (req: Request) => ({
  limit: number(req.query['limit']),
  after: text(req.query['after']),
  offset: number(req.query['offset']),
});
const clientPage = (req: Request) => ({ ...clientId(req), ...page(req) });
const keyPage = (req: Request) => ({ ...page(req), revoked: flag(req.query['revoked']) });
const landing = (req: Request) => ({
  client: param(req, 'client'),
  slug: param(req, 'slug'),
  source: text(req.query['source']) || tag(req.query['utm_source']),
});
const attribution = (req: Request) =>
  Object.fromEntries(
    Object.entries(attributionParameters).map(([field, parameter]) => [field, tag(req.query[parameter])]),
  ) as Record<AttributionField, string | undefined>;
const leadFilter = (req: Request) => ({
  ...clientId(req),
  campaignId: text(req.query['campaignId']),
  search: text(req.query['search']),
  status: text(req.query['status']) as LeadStatus | undefined,
  source: text(req.query['source']),
  utmCampaign: text(req.query['utmCampaign']),
  receivedFrom: text(req.query['receivedFrom']),
  receivedTo: text(req.query['receivedTo']),
  hasReplied: flag(req.query['hasReplied']),
  held: flag(req.query['held']),
  optedOut: flag(req.query['optedOut']),
  ownerId: text(req.query['ownerId']),
  hasOwner: flag(req.query['hasOwner']),
  tag: text(req.query['tag']),
  sort: text(req.query['sort']) as LeadOrderField | undefined,
  order: text(req.query['order']) as OrderDirection | undefined,
});
// The GraphQL schema validates the body, and its errors name the field.
const body = (req: Request) => req.body as never;
/** The body's keys are the operation's variables. */
const bodyAsVariables = (req: Request) => ({ ...(req.body as object | undefined) }) as never;

/** A `PUT` and a `PATCH` that update an object. Both leave unchanged what the body omits. */
const update = <Data, Variables extends Record<string, unknown>>(
  path: string,
  document: TypedDocumentNode<Data, Variables>,
  details: RouteDetails<Data, Variables>,
): Route[] => [route('put', path, document, details), route('patch', path, document, details)];

/** `GET` names the steps of a sequence `messages`, as the product specification does. */
const withSteps = (
  input: UpdateSequenceInput & Partial<Pick<SequenceQuery['sequence'], 'messages'>>,
): UpdateSequenceInput => {
  if (input?.messages === undefined) return input;
  const { messages, ...rest } = input;
  return { steps: messages, ...rest };
};

const inputFields = (name: string): string[] =>
  Object.keys((schema.getType(name) as GraphQLInputObjectType).getFields());

/** The routes of the REST API. The first ones follow section 7 of the product spec. */
export const routes: Route[] = [
  route('get', '/api/auth/user', CurrentUserDocument, {
    summary: 'Get the signed-in administrator',
    variables: noVariables,
    toBody: (data) => data.currentUser,
  }),
  route('post', '/api/auth/login', SignInDocument, {
    summary: 'Sign an administrator in',
    variables: bodyAsVariables,
    toBody: (data) => data.signIn,
    errorCodes: ['UNAUTHENTICATED', 'RATE_LIMITED'],
  }),
  route('post', '/api/auth/logout', SignOutDocument, { summary: 'Sign the administrator out', variables: noVariables }),
  route('post', '/api/auth/client/login', SignInClientDocument, {
    summary: 'Sign a client in',
    variables: bodyAsVariables,
    toBody: (data) => data.signInClient,
    errorCodes: ['UNAUTHENTICATED', 'RATE_LIMITED'],
  }),
  route('post', '/api/auth/client/logout', SignOutClientDocument, {
    summary: 'Sign the client out',
    variables: noVariables,
  }),
  route('post', '/api/auth/second-factor', FinishSignInDocument, {
    summary: 'Finish a sign-in with a code of the authenticator app or a recovery code',
    variables: bodyAsVariables,
    toBody: (data) => data.finishSignIn,
    errorCodes: ['UNAUTHENTICATED', 'RATE_LIMITED'],
  }),
  route('post', '/api/auth/password', ChangePasswordDocument, {
    summary: 'Change your own password',
    variables: bodyAsVariables,
    errorCodes: ['RATE_LIMITED'],
  }),

  route('get', '/api/admin/admins', AdminsDocument, {
    summary: 'List administrators',
    variables: page,
    list: (data) => data.admins,
    isWhole: true,
  }),
  route('delete', '/api/admin/admins/:id', DeleteAdminDocument, {
    summary: 'Delete another administrator',
    variables: id,
    errorCodes: ['CONFLICT'],
  }),
  route('get', '/api/admin/invitations', AdminInvitationsDocument, {
    summary: 'List pending invitations',
    variables: page,
    list: (data) => data.adminInvitations,
    isWhole: true,
  }),
  route('post', '/api/admin/invitations', CreateAdminInvitationDocument, {
    summary: 'Invite an administrator',
    variables: noVariables,
    toBody: (data) => data.createAdminInvitation,
    status: 201,
  }),
  route('post', '/api/admin/invitations/accept', AcceptAdminInvitationDocument, {
    summary: 'Accept an invitation and become an administrator',
    variables: bodyAsVariables,
    toBody: (data) => data.acceptAdminInvitation,
    errorCodes: ['CONFLICT', 'NOT_FOUND'],
    status: 201,
  }),
  route('delete', '/api/admin/invitations/:id', DeleteAdminInvitationDocument, {
    summary: 'Revoke an invitation',
    variables: id,
  }),
  route('get', '/api/admin/audit', AuditEntriesDocument, {
    summary: 'List audit log entries',
    variables: (req) => ({
      clientId: text(req.query['clientId']),
      userId: text(req.query['userId']),
      actor: text(req.query['actor']) as AuditActor | undefined,
      failed: flag(req.query['failed']),
      ...page(req),
    }),
    list: (data) => data.auditEntries,
  }),

  route('get', '/api/admin/api-keys', ApiKeysDocument, {
    operationId: 'AgencyApiKeys',
    summary: 'List the agency’s API keys',
    variables: keyPage,
    list: (data) => data.apiKeys,
    isWhole: true,
    errorCodes: ['FORBIDDEN'],
  }),
  route('post', '/api/admin/api-keys', CreateApiKeyDocument, {
    operationId: 'CreateAgencyApiKey',
    summary: 'Create an API key of the agency (only this response contains its token)',
    variables: (req) => ({ input: body(req) }),
    toBody: (data) => data.createApiKey,
    status: 201,
    errorCodes: ['LIMIT_REACHED'],
  }),
  route('get', '/api/clients/:id/api-keys', ApiKeysDocument, {
    operationId: 'ClientApiKeys',
    summary: 'List a client’s API keys',
    variables: (req) => ({ ...clientId(req), ...keyPage(req) }),
    list: (data) => data.apiKeys,
    isWhole: true,
  }),
  route('post', '/api/clients/:id/api-keys', CreateApiKeyDocument, {
    operationId: 'CreateClientApiKey',
    summary: 'Create an API key of a client (only this response contains its token)',
    variables: (req) => ({ ...clientId(req), input: body(req) }),
    toBody: (data) => data.createApiKey,
    status: 201,
    errorCodes: ['LIMIT_REACHED'],
  }),
  route('delete', '/api/api-keys/:id', RevokeApiKeyDocument, { summary: 'Revoke an API key', variables: id }),

  route('get', '/api/admin/stats', AdminStatsDocument, {
    summary: 'Get the totals of all clients',
    variables: noVariables,
    toBody: (data) => data.adminStats,
  }),
  route('get', '/api/clients', ClientsDocument, {
    summary: 'List all clients',
    variables: page,
    list: (data) => data.clients,
    isWhole: true,
  }),
  route('post', '/api/clients', CreateClientDocument, {
    summary: 'Create a client',
    variables: (req) => ({ input: body(req) }),
    toBody: (data) => data.createClient,
    errorCodes: ['CONFLICT'],
    status: 201,
  }),
  ...update('/api/clients/:id', UpdateClientDocument, {
    summary: 'Update a client',
    variables: (req) => ({ ...id(req), input: body(req) }),
    toBody: (data) => data.updateClient,
    errorCodes: ['CONFLICT'],
    current: {
      document: ClientDocument,
      writable: inputFields('UpdateClientInput'),
      computed: ['stats', 'usage'],
      toBody: (data: ClientQuery) => data.client,
    },
  }),
  route('delete', '/api/clients/:id', DeleteClientDocument, {
    summary: 'Delete a client and everything that belongs to it',
    variables: id,
  }),
  route('get', '/api/clients/:id', ClientDocument, {
    summary: 'Get a client',
    variables: id,
    toBody: (data) => data.client,
  }),
  route('get', '/api/clients/:id/stats', ClientStatsDocument, {
    summary: 'Get a client’s totals',
    variables: clientId,
    toBody: (data) => data.client.stats,
  }),
  route('get', '/api/clients/:id/sources', ClientSourcesDocument, {
    summary: 'Get a client’s views and leads by source',
    variables: (req) => ({
      ...clientId(req),
      days: number(req.query['days']),
      campaignId: text(req.query['campaignId']),
    }),
    toBody: (data) => data.client.stats.bySource,
  }),
  route('get', '/api/clients/:id/campaigns', CampaignsDocument, {
    summary: 'List a client’s campaigns',
    variables: clientPage,
    list: (data) => data.client.campaigns,
    isWhole: true,
  }),
  route('get', '/api/clients/:id/leads', LeadsDocument, {
    summary: 'List a client’s leads',
    variables: (req) => ({ ...leadFilter(req), ...page(req) }),
    list: (data) => data.client.leads,
    isWhole: true,
  }),
  route('get', '/api/clients/:id/leads.csv', LeadsCsvDocument, {
    summary: 'Export a client’s leads as a CSV file',
    variables: leadFilter,
    parts: {
      fileName: 'leads.csv',
      mimeType: 'text/csv',
      text: (data) => data.leadsCsv.csv,
      next: (data) => data.leadsCsv.nextCursor,
    },
  }),
  route('get', '/api/clients/:id/spam-leads', SpamLeadsDocument, {
    summary: 'List submissions that were classified as spam',
    variables: (req) => ({ ...clientId(req), campaignId: text(req.query['campaignId']), ...page(req) }),
    list: (data) => data.client.spamLeads,
    isWhole: true,
  }),
  route('get', '/api/clients/:id/activity', ClientActivityDocument, {
    summary: 'List the activity in a client’s account',
    variables: clientPage,
    list: (data) => data.client.activity,
  }),
  route('get', '/api/clients/:id/files', FilesDocument, {
    summary: 'List a client’s files',
    variables: clientPage,
    list: (data) => data.client.files,
    isWhole: true,
  }),
  route('get', '/api/clients/:id/sms-sequences', SequencesDocument, {
    summary: 'List a client’s sequences',
    variables: clientPage,
    list: (data) => data.client.sequences,
    isWhole: true,
  }),
  route('get', '/api/clients/:id/sms-messages', SmsMessagesDocument, {
    summary: 'List a client’s messages',
    variables: clientPage,
    list: (data) => data.client.messages,
    isWhole: true,
  }),

  route('get', '/api/campaigns/:id/scan-analytics', ScanAnalyticsDocument, {
    summary: 'Get the views of a campaign’s landing page',
    variables: (req) => ({ campaignId: param(req, 'id') }),
    toBody: (data) => data.campaign.scanAnalytics,
  }),
  route('get', '/api/campaigns/:id', CampaignDocument, {
    summary: 'Get a campaign',
    variables: id,
    toBody: (data) => data.campaign,
  }),
  route('post', '/api/clients/:id/campaigns', CreateCampaignDocument, {
    summary: 'Create a campaign',
    variables: (req) => ({ ...clientId(req), input: body(req) }),
    toBody: (data) => data.createCampaign,
    errorCodes: ['CONFLICT', 'LIMIT_REACHED'],
    status: 201,
  }),
  ...update('/api/campaigns/:id', UpdateCampaignDocument, {
    summary: 'Update a campaign',
    variables: (req) => ({ ...id(req), input: body(req) }),
    toBody: (data) => data.updateCampaign,
    errorCodes: ['CONFLICT'],
    current: {
      document: CampaignDocument,
      writable: inputFields('UpdateCampaignInput'),
      toBody: (data: CampaignQuery) => data.campaign,
    },
  }),

  route('get', '/api/campaigns/:id/qrcode', QrCodeDocument, {
    summary: 'Get the QR code of a campaign’s landing page',
    variables: (req) => ({
      campaignId: param(req, 'id'),
      format: text(req.query['format']) as QrCodeFormat | undefined,
      size: number(req.query['size']),
    }),
    file: (data) => data.campaign.qrCode,
    mediaTypes: ['image/png', 'image/svg+xml'],
  }),

  route('get', '/api/landing/:client/:slug', RecordLandingViewDocument, {
    summary: 'Get a public landing page and count one view for its source',
    variables: landing,
    readCached: async (landings, variables, headers) => ({
      recordLandingView: await landings.get({ ...variables, headers }),
    }),
    toBody: (data) => data.recordLandingView,
    isPublic: true,
  }),
  route('post', '/api/campaigns/:client/:slug/leads', SubmitLeadDocument, {
    summary: 'Submit a campaign’s form',
    variables: (req) => ({
      ...landing(req),
      ...attribution(req),
      adConsent: flag(req.query['adConsent']),
      pageVersion: text(req.query['pageVersion']),
      formToken: text(req.query['formToken']),
      honeypotFilled: flag(req.query['honeypotFilled']),
      autofilled: flag(req.query['autofilled']),
      formData: body(req),
      idempotencyKey: req.get('Idempotency-Key'),
    }),
    toBody: (data) => data.submitLead,
    status: 201,
    isPublic: true,
    errorCodes: ['CONFLICT', 'RATE_LIMITED'],
    body: {
      maxProperties: MAX_FORM_KEYS,
      additionalProperties: { type: ['string', 'number', 'boolean', 'null'], maxLength: MAX_FORM_VALUE_LENGTH },
    },
  }),
  route('get', '/api/leads/:id', LeadDocument, { summary: 'Get a lead', variables: id, toBody: (data) => data.lead }),
  ...update('/api/leads/:id', UpdateLeadDocument, {
    summary: 'Update a lead',
    variables: (req) => ({ ...id(req), input: body(req) }),
    toBody: (data) => data.updateLead,
    current: {
      document: LeadDocument,
      writable: inputFields('UpdateLeadInput'),
      computed: ['campaignName'],
      toBody: (data: LeadQuery) => data.lead,
    },
  }),
  route('delete', '/api/leads/:id', DeleteLeadDocument, { summary: 'Delete a lead', variables: id }),
  route('post', '/api/spam-leads/:id/restore', RestoreSpamLeadDocument, {
    summary: 'Restore a spam submission as a lead',
    variables: id,
    toBody: (data) => data.restoreSpamLead,
  }),
  route('delete', '/api/spam-leads/:id', DeleteSpamLeadDocument, {
    summary: 'Delete a spam submission',
    variables: id,
  }),

  // Both take the person in the body, because URLs are logged in many places.
  route('post', '/api/clients/:id/person', PersonDocument, {
    summary: 'Export everything that a client stores about a person, by phone number or email address',
    variables: (req) => ({ ...(bodyAsVariables(req) as object), ...clientId(req) }),
    toBody: (data) => data.person,
  }),
  route('post', '/api/clients/:id/person/erase', ErasePersonDocument, {
    summary: 'Delete everything that a client stores about a person except opt-outs',
    variables: (req) => ({ ...(bodyAsVariables(req) as object), ...clientId(req) }),
    toBody: (data) => data.erasePerson,
  }),
  route('get', '/api/clients/:id/retention', RetentionPolicyDocument, {
    summary: 'Get a client’s data retention policy',
    variables: id,
    toBody: (data) => data.client.retentionPolicy,
  }),
  ...update('/api/clients/:id/retention', UpdateRetentionPolicyDocument, {
    summary: 'Update a client’s data retention policy',
    variables: (req) => ({ ...clientId(req), input: body(req) }),
    toBody: (data) => data.updateRetentionPolicy,
    current: {
      document: RetentionPolicyDocument,
      writable: inputFields('UpdateRetentionPolicyInput'),
      toBody: (data: RetentionPolicyQuery) => data.client.retentionPolicy,
    },
  }),

  route('post', '/api/clients/:id/sms-sequences', CreateSequenceDocument, {
    summary: 'Create a sequence',
    variables: (req) => ({ ...clientId(req), input: body(req) }),
    toBody: (data) => data.createSequence,
    status: 201,
  }),
  route('get', '/api/sms-sequences/:id', SequenceDocument, {
    summary: 'Get a sequence',
    variables: id,
    toBody: (data) => data.sequence,
  }),
  ...update('/api/sms-sequences/:id', UpdateSequenceDocument, {
    summary: 'Update a sequence',
    variables: (req) => ({ ...id(req), input: withSteps(body(req)) }),
    toBody: (data) => data.updateSequence,
    current: {
      document: SequenceDocument,
      writable: [...inputFields('UpdateSequenceInput'), 'messages'],
      computed: ['activeEnrollments', 'campaignName', 'pausedAt'],
      toBody: (data: SequenceQuery) => data.sequence,
    },
  }),
  route('delete', '/api/sms-sequences/:id', DeleteSequenceDocument, { summary: 'Delete a sequence', variables: id }),
  route('post', '/api/sms/process', ProcessSmsDocument, {
    summary: 'Send all overdue messages',
    variables: bodyAsVariables,
    toBody: (data) => data.processSms,
    errorCodes: ['RATE_LIMITED'],
  }),

  route('post', '/api/clients/:id/files/upload', CreateUploadDocument, {
    operationId: 'CreateFileUpload',
    summary: 'Create a signed URL to upload a client’s file',
    variables: (req) => ({
      ...(bodyAsVariables(req) as { sendsHeaders?: boolean; size?: number; mimeType?: string }),
      ...clientId(req),
    }),
    toBody: (data) => data.createUpload,
    status: 201,
    errorCodes: ['LIMIT_REACHED', 'PAYLOAD_TOO_LARGE', 'RATE_LIMITED'],
  }),
  route('post', '/api/objects/upload', CreateUploadDocument, {
    operationId: 'CreateImageUpload',
    summary: 'Create a signed URL to upload a campaign’s image',
    variables: bodyAsVariables,
    toBody: (data) => data.createUpload,
    status: 201,
    errorCodes: ['LIMIT_REACHED', 'PAYLOAD_TOO_LARGE', 'RATE_LIMITED'],
  }),
  route('put', '/api/objects/set-path', CompleteUploadDocument, {
    summary: 'Complete an upload, and add it to a client’s files if clientId is set',
    variables: (req) => ({ input: body(req) }),
    toBody: ({ completeUpload: { objectPath, file } }) => ({ ...file, objectPath }),
    errorCodes: ['CONFLICT', 'LIMIT_REACHED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  }),
  route('get', '/api/files/:id', FileDocument, { summary: 'Get a file', variables: id, toBody: (data) => data.file }),
  ...update('/api/files/:id', RenameFileDocument, {
    summary: 'Rename a file',
    variables: (req) => {
      const { originalName, ...names } = bodyAsVariables(req) as { fileName: string; originalName?: string };
      return { ...(originalName === undefined ? {} : { fileName: originalName }), ...names, ...id(req) };
    },
    toBody: (data) => data.renameFile,
    current: { document: FileDocument, writable: ['fileName', 'originalName'], toBody: (data: FileQuery) => data.file },
  }),
  route('delete', '/api/files/:id', DeleteFileDocument, { summary: 'Delete a file', variables: id }),

  route('get', '/api/clients/:id/webhooks', WebhooksDocument, {
    summary: 'List a client’s webhooks',
    variables: clientPage,
    list: (data) => data.client.webhooks,
    isWhole: true,
  }),
  route('post', '/api/clients/:id/webhooks', CreateWebhookDocument, {
    summary: 'Create a webhook (only this response contains its secret)',
    variables: (req) => ({ ...clientId(req), input: body(req) }),
    toBody: (data) => data.createWebhook,
    status: 201,
    errorCodes: ['LIMIT_REACHED'],
  }),
  route('get', '/api/webhooks/:id', WebhookDocument, {
    summary: 'Get a webhook',
    variables: id,
    toBody: (data) => data.webhook,
  }),
  ...update('/api/webhooks/:id', UpdateWebhookDocument, {
    summary: 'Update a webhook',
    variables: (req) => ({ ...id(req), input: body(req) }),
    toBody: (data) => data.updateWebhook,
    current: {
      document: WebhookDocument,
      writable: inputFields('UpdateWebhookInput'),
      computed: ['disabledReason', 'failingSince'],
      toBody: (data: WebhookQuery) => data.webhook,
    },
  }),
  route('delete', '/api/webhooks/:id', DeleteWebhookDocument, {
    summary: 'Delete a webhook with its log and pending deliveries',
    variables: id,
  }),
  route('post', '/api/webhooks/:id/secret', RotateWebhookSecretDocument, {
    summary:
      'Rotate a webhook’s secret; the new one is shown only in this response, and the old one stays valid for a day',
    variables: id,
    toBody: (data) => data.rotateWebhookSecret,
  }),
  route('post', '/api/webhooks/:id/test', TestWebhookDocument, {
    summary: 'Send a test event to a webhook',
    variables: id,
    toBody: (data) => data.testWebhook,
    errorCodes: ['RATE_LIMITED'],
  }),
  route('get', '/api/webhooks/:id/deliveries', WebhookDeliveriesDocument, {
    summary: 'List a webhook’s deliveries of the last 30 days, including pending ones',
    variables: (req) => ({ webhookId: param(req, 'id'), ...page(req) }),
    list: (data) => data.webhook.deliveries,
  }),
  route('get', '/api/webhook-deliveries/:id', WebhookDeliveryDocument, {
    summary: 'Get a delivery with its payload and response',
    variables: id,
    toBody: (data) => data.webhookDelivery,
  }),
  route('post', '/api/webhook-deliveries/:id/replay', ReplayWebhookDeliveryDocument, {
    summary: 'Replay a delivery now, with the same webhook-id',
    variables: id,
    toBody: (data) => data.replayWebhookDelivery,
    errorCodes: ['RATE_LIMITED'],
  }),
];

function param(req: Request, name: string): string {
  return String(req.params[name]);
}

/** Returns a query parameter. A repeated parameter is an array, which the GraphQL schema rejects. */
function text(value: unknown): string | undefined {
  return value as string | undefined;
}

/**
 * Returns a parameter of a tagged link: the first if it is repeated, without control characters. A link must not make a
 * form impossible to submit.
 */
function tag(value: unknown): string | undefined {
  const [first] = [value].flat();
  return typeof first === 'string' ? (cleanText(first, MAX_URL_LENGTH) ?? undefined) : undefined;
}

function number(value: unknown): number | undefined {
  return typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : (value as undefined);
}

function flag(value: unknown): boolean | undefined {
  return value === 'true' || value === 'false' ? value === 'true' : (value as undefined);
}
