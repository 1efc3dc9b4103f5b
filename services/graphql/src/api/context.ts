import type { VisitHeaders } from '@dripline/runtime/landing/counts-as-view';
import type { FormTokens } from '@dripline/runtime/form-token';
import type { DataSource } from 'typeorm';
import type { Actor } from '../access/access';
import type { ObjectStore } from '../files/store/object-store';
import type { LandingWatch } from '../landing/watch-landing';
import type { Loaders } from './loaders';
import type { FollowUps } from '../outbox/follow-ups';
import type { Scope } from '../access/scope';
import type { Throttles } from './rate-limits';

/** What the installation says of phone numbers, in two-letter countries. */
export interface PhoneRules {
  /** Where a phone number without a prefix belongs. */
  phoneCountry: string;
  /** Where sequences send texts. */
  textCountries: string[];
}

/** What the rules need of the configuration. */
export interface Settings extends PhoneRules {
  /** Where visitors reach the one origin, without a trailing slash. */
  publicUrl: string;
  productName: string;
  /** IANA zone of a new client. */
  timeZone: string;
  requireClientLogin: boolean;
  rateLimits: boolean;
  /** GraphiQL, introspection and operations of anybody's making; without it only those of our own programs. */
  playground: boolean;
  /** A page of ours that comes back sooner was not filled in by a person. */
  minFillSeconds: number;
  trustProxyHops: number;
  serviceToken: string;
  sessionSecret: string;
  /** The one before, while it is being changed: what was sealed under it still opens. */
  previousSessionSecret: string | null;
  /** For development: webhooks may post to addresses that are not on the internet. */
  webhookAllowPrivate: boolean;
  /** The moment that the database was restored to: what went after that, only the provider knows. Null where it was not. */
  restoredTo: Date | null;
  smsProvider: 'log' | 'twilio';
  /** The token that signs Twilio's webhooks and, while it is being changed, the one before; none without Twilio. */
  twilioAuthTokens: string[];
}

/** What the process holds for its whole life. */
export interface Collaborators {
  dataSource: DataSource;
  settings: Settings;
  followUps: FollowUps;
  objectStore: ObjectStore;
  throttles: Throttles;
  formTokens: FormTokens;
  landingWatch: LandingWatch;
}

/** What one request carries to every resolver. */
export interface Context extends Collaborators {
  actor: Actor;
  /** Whose rows the request may see. */
  scope: Scope;
  /** A browser said that the request comes from another site. */
  isForeign: boolean;
  /** The session cookie it came with. */
  sessionToken: string | null;
  /** The visitor's address. */
  address: string;
  visit: VisitHeaders;
  loaders: Loaders;
  /** The client whose dashboard was opened last: whom a change is about. */
  about: string | null;
  /** What is done before anything else once a dashboard is open: a change by its link is written down. */
  whenOpened: (() => Promise<void>) | null;
  /** Sets or, with null, clears the session cookie. */
  setSessionCookie(session: { token: string; whose: 'admin' | 'client' } | null): void;
}
