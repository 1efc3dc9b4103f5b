import type { VisitLandingMutation } from '../shared/graphql/generated';

/** What a visitor may know of a campaign: the whole input of the page. */
export type LandingView = VisitLandingMutation['visitLanding'];
/** What is known of an uploaded image. */
export type MeasuredImage = NonNullable<LandingView['logoImage']>;
/** One question of the form. */
export type LandingField = LandingView['formFields'][number];

/** What the form shows beside its questions. Empty in the builder's preview. */
export interface LandingFormState {
  /** Where a plain HTML post goes. */
  action: string;
  /** Where the script posts JSON. */
  endpoint: string;
  /** Made anew for each page, so that posting it twice makes one lead. */
  idempotencyKey: string;
  /** What the page is signed with, where it is: it says when this visitor got it. */
  formToken?: string;
  values: Record<string, string>;
  errors: Record<string, string>;
  notice?: string;
}

/** Name of the hidden input that carries the idempotency key; no field id starts with an underscore. */
export const KEY_INPUT = '_key';
/** The same for the version of the page that the visitor saw. */
export const PAGE_INPUT = '_page';
/** The same for what the page is signed with. */
export const TOKEN_INPUT = '_token';
/** The field that people do not see; who fills it in does not look. */
export const TRAP_INPUT = '_website';
