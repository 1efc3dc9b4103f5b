import type { SessionRole } from '@dripline/contract/sessions';
import type { ViewHeaders } from '@dripline/runtime/landing/counts-as-view';
import type { FormTokens } from '@dripline/runtime/landing/form-token';
import type { DataSource } from 'typeorm';
import type { ChangeFeed } from '../changes/change-feed';
import type { Actor } from '../access/access';
import type { ObjectStore } from '../files/store/object-store';
import type { Loaders } from './loaders';
import type { OutboxRelay } from '../outbox/relay.types';
import type { Scope } from '../access/scope';
import type { RateLimiters } from './rate-limiters';

/** How phone numbers are read, and where messages may be sent. Countries are ISO 3166-1 alpha-2 codes. */
export interface PhoneRules {
  /** The country of a phone number without an international prefix. */
  phoneCountry: string;
  /** Countries that sequences may send messages to. */
  messageCountries: string[];
}

/** The part of the configuration that domain rules read. */
export interface Settings extends PhoneRules {
  /** The public origin, without a trailing slash. */
  publicUrl: string;
  productName: string;
  /** The IANA time zone of a new client. */
  timeZone: string;
  requireClientLogin: boolean;
  /** Days that an administrator has to add a second factor, or null if it is optional. */
  adminSecondFactorDays: number | null;
  rateLimits: boolean;
  /** Messages to one number in an hour and in a day, from all clients. They apply with `rateLimits`. */
  numberLimits: { hour: number; day: number };
  /** Messages to leads that the sender that clients share sends per second, or undefined for no limit. */
  messagesPerSecond?: number;
  /**
   * Who may open GraphiQL, introspect and send operations that are not persisted: everyone (`on`), signed-in accounts
   * and API keys (`accounts`), or nobody (`off`).
   */
  playground: 'on' | 'accounts' | 'off';
  /** Submissions that arrive sooner than this after the page was rendered are treated as spam. */
  minFillSeconds: number;
  trustProxyHops: number;
  workerToken: string;
  landingToken: string;
  sessionSecret: string;
  /** The session secret before a rotation; values that were encrypted with it can still be decrypted. */
  previousSessionSecret: string | null;
  /** Development only: webhooks may post to private addresses. */
  webhookAllowPrivate: boolean;
  /**
   * The point in time that the database was restored to, or null. Only the provider knows which messages were sent
   * after it.
   */
  databaseRestoredAt: Date | null;
  /** For how long evidence is kept after the lead or client was deleted. */
  evidenceYears: number;
  /** Whether an SMTP server is configured. */
  sendsEmail: boolean;
  smsProvider: 'log' | 'twilio';
  /** The current and, during a rotation, the previous token that signs Twilio's webhooks. Empty without Twilio. */
  twilioAuthTokens: string[];
}

/** The dependencies that live as long as the process. */
export interface Dependencies {
  dataSource: DataSource;
  settings: Settings;
  outboxRelay: OutboxRelay;
  objectStore: ObjectStore;
  rateLimiters: RateLimiters;
  formTokens: FormTokens;
  changes: ChangeFeed;
}

/** The tokens of the sessions that a browser has. */
export type SessionTokens = Record<SessionRole, string | null>;

/** The GraphQL context of one request. */
export interface Context extends Dependencies {
  actor: Actor;
  /** The clients whose rows the request may see. */
  scope: Scope;
  /** Whether a browser reported that the request was sent by another site. */
  isCrossSite: boolean;
  /** The values of the session cookies. */
  sessionTokens: SessionTokens;
  /** The token of the session that the request acts with. */
  sessionToken: string | null;
  /** The value of the cookie that identifies the browser after its first sign-in. */
  deviceToken: string | null;
  /** The host name of the URL that the caller requested, without its port, as its proxies sent it. */
  hostname: string;
  /** The caller's IP address. */
  ipAddress: string;
  /** Whether the request is a mutation. Known once its first field is authorized. */
  isMutation: boolean;
  viewHeaders: ViewHeaders;
  /** Whether the visitor’s browser asks not to sell or share personal data (`Sec-GPC`, globalprivacycontrol.org). */
  globalPrivacyControl: boolean;
  loaders: Loaders;
  /** The client whose dashboard was opened last. The audit log records it as the client that a change concerns. */
  auditedClientId: string | null;
  /** Of a subscription: aborted when its stream ends. */
  streamSignal?: AbortSignal;
  /**
   * Runs once a dashboard has been opened, before the change itself. The audit log uses it for callers without a
   * session.
   */
  onDashboardOpened: (() => Promise<void>) | null;
  /** Sets the session cookie of a role, or clears it with null. */
  setSessionCookie(role: SessionRole, token: string | null): void;
  /** Sets the cookie that identifies the browser at later sign-ins. */
  setDeviceCookie(token: string): void;
}
