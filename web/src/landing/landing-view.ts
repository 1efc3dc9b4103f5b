import type { AnswerTexts } from '@dripline/contract/rules/languages';
import type { RecordLandingViewMutation } from '../shared/graphql/generated';

/** The campaign data that visitors may see: the page's complete input. */
export type LandingView = RecordLandingViewMutation['recordLandingView'];
/** An uploaded image with its dimensions and resized copies. */
export type LandingImageData = NonNullable<LandingView['logoImage']>;
/** A field of the form. */
export type LandingField = LandingView['formFields'][number];

/** An image that fills an area of the page, with its resized copies. */
export interface Photo {
  src: string;
  image: LandingImageData | null;
}

/** Returns the photo behind the page: the background image. In the picture layout, the form's image takes its place. */
export function photoOf(view: LandingView): Photo | undefined {
  if (view.backgroundImageUrl) return { src: view.backgroundImageUrl, image: view.backgroundImage };
  if (view.layout !== 'picture' || !view.formImageUrl) return undefined;
  return { src: view.formImageUrl, image: view.formImage };
}

/** What the script of a page says, as JSON in the form. */
export interface ScriptTexts extends Pick<AnswerTexts, 'required' | 'email' | 'maxLength'> {
  submitFailed: string;
  close: string;
}

/** The state of a served form. The builder's preview has none. */
export interface LandingFormState {
  /** The URL for a plain HTML post. */
  action: string;
  /** The query that keeps the visitor's source and attribution on the page in another language, or a blank string. */
  query: string;
  /** The URL to which the script posts JSON. */
  endpoint: string;
  /** Created for each rendered page, so that posting it twice creates one lead. */
  idempotencyKey: string;
  /** The signed form token, which records when the visitor received the page. Absent when no service token is set. */
  formToken?: string;
  values: Record<string, string>;
  /** Whether the visitor ticked the checkbox about ad networks. */
  adConsent?: boolean | undefined;
  errors: Record<string, string>;
  formError?: string;
}

/** The name of the hidden input with the idempotency key. No field id starts with an underscore. */
export const KEY_INPUT = '_key';
/** The name of the hidden input with the version of the page that the visitor saw. */
export const PAGE_INPUT = '_page';
/** The name of the hidden input with the form token. */
export const TOKEN_INPUT = '_token';
/** The name of the checkbox for consent to tell ad networks. Its value is `true` or `false`. */
export const AD_CONSENT_INPUT = '_adConsent';
/** The name of the honeypot field, which only bots fill in. */
export const HONEYPOT_INPUT = '_website';
