/** Largest upload of any kind, in bytes (product spec, section 9: 120 MB). */
export const MAX_UPLOAD_BYTES = 125_829_120;
/** Most that a client may store, in bytes (10 GB). */
export const MAX_CLIENT_BYTES = 10 * 1024 ** 3;
/** Largest campaign background image, in bytes (10 MB). */
export const BACKGROUND_MAX_BYTES = 10 * 1024 * 1024;
/** Largest logo, in bytes (5 MB). */
export const LOGO_MAX_BYTES = 5 * 1024 * 1024;

/** Most pixels of an image on a landing page: what today's phones take. */
export const MAX_IMAGE_PIXELS = 50_000_000;

/** Range, step and default of the builder's logo slider, in px. */
export const LOGO_SIZE = { min: 32, max: 200, step: 4, default: 64 } as const;
/** Range, step and default of the builder's form image slider, in px. */
export const FORM_IMAGE_SIZE = { min: 80, max: 300, step: 10, default: 160 } as const;

/** Sides that a QR code's image may have, and its default, in px. The smallest still holds four px a module of a long address. */
export const QR_CODE_SIZE = { min: 256, max: 4096, default: 1024 } as const;

/** What a new client may use in a calendar month. */
export const CLIENT_DEFAULTS = { monthlyCampaignLimit: 10, monthlyLeadLimit: 1000, monthlySMSLimit: 1000 } as const;
/** Largest monthly limit that an administrator may set. */
export const MAX_MONTHLY_LIMIT = 10_000_000;

/** Length the SMS editor counts against; a longer text is allowed and takes more segments. */
export const SMS_LENGTH = 160;
/** Longest text the provider takes in one message, in characters. */
export const SMS_MAX_LENGTH = 1600;
/** Longest wait before one step, in minutes (a year). */
export const MAX_DELAY_MINUTES = 366 * 24 * 60;
/** Most steps in one sequence. */
export const MAX_STEPS = 50;

/** Wording of the landing page's button when the campaign names none. */
export const DEFAULT_SUBMIT_BUTTON_TEXT = 'Get My Free Info';
/** Leads listed under Recent Activity. */
export const RECENT_ACTIVITY_LEADS = 5;

/** Longest short text (names, labels, URLs have their own). */
export const MAX_NAME_LENGTH = 200;
/** Longest text of a headline, subheadline, description or thank-you message. */
export const MAX_TEXT_LENGTH = 5000;
/** Longest disclosure of a form. */
export const MAX_DISCLOSURE_LENGTH = 1000;
/** Longest URL. */
export const MAX_URL_LENGTH = 2048;
/** Longest campaign slug. */
export const MAX_SLUG_LENGTH = 100;
/** Shortest password of an account: OWASP's advice without a second factor. */
export const MIN_PASSWORD_LENGTH = 12;
/** Longest password that is hashed. */
export const MAX_PASSWORD_LENGTH = 128;
/** Fewest and most days that a client may keep its leads, where it does not keep them for good. */
export const MIN_RETENTION_DAYS = 30;
export const MAX_RETENTION_DAYS = 3_650;
/** Most fields in one form, and most keys in one submission. */
export const MAX_FORM_KEYS = 50;
/** Longest value of one form field, in characters. */
export const MAX_FORM_VALUE_LENGTH = 5000;

/** How long a door may show landing pages from memory after it last asked what changed; no save is answered before those that may still show what was, at most so long. */
export const LANDING_LEASE_MS = 2_000;
/** How long the server holds that question where nothing changed. */
export const LANDING_HOLD_MS = 500;
