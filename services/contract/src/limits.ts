/** Largest upload of any kind, in bytes (product spec, section 9: 120 MB). */
export const MAX_UPLOAD_BYTES = 125_829_120;
/** Maximum storage of a client, in bytes (10 GB). */
export const MAX_CLIENT_BYTES = 10 * 1024 ** 3;
/** Largest campaign background image, in bytes (10 MB). */
export const BACKGROUND_MAX_BYTES = 10 * 1024 * 1024;
/** Largest logo, in bytes (5 MB). */
export const LOGO_MAX_BYTES = 5 * 1024 * 1024;
/** The maximum size of a brand's icon, which browsers load at its full size. */
export const FAVICON_MAX_BYTES = 1024 * 1024;

/** Maximum number of pixels of an image on a landing page. Photos of current phones stay below it. */
export const MAX_IMAGE_PIXELS = 50_000_000;

/** Range, step and default of the builder's logo slider, in px. */
export const LOGO_SIZE = { min: 32, max: 200, step: 4, default: 64 } as const;
/** Range, step and default of the builder's form image slider, in px. */
export const FORM_IMAGE_SIZE = { min: 80, max: 300, step: 10, default: 160 } as const;

/** The brand color of landing pages that have none of their own. */
export const BRAND_COLOR = '#146c74';
/** Maximum number of campaigns that are translations of one. */
export const MAX_TRANSLATIONS = 20;
/** Maximum number of testimonials of a landing page. */
export const MAX_TESTIMONIALS = 6;
/** Maximum number of frequently asked questions of a landing page. */
export const MAX_FAQ_ITEMS = 12;
/** Maximum length of a testimonial, or of the answer to a frequently asked question. */
export const MAX_PAGE_ITEM_LENGTH = 1000;

/**
 * Range and default of a QR code's width and height, in px. The minimum still leaves four px per module for a long URL.
 */
export const QR_CODE_SIZE = { min: 256, max: 4096, default: 1024 } as const;

/** Largest monthly limit that an administrator may set. */
export const MAX_MONTHLY_LIMIT = 10_000_000;
/** Monthly limits of a new client. Messages are limited, and their carrier segments only if an administrator wants it. */
export const CLIENT_DEFAULTS = {
  monthlyCampaignLimit: 10,
  monthlyLeadLimit: 1000,
  monthlySMSLimit: 1000,
  monthlySegmentLimit: MAX_MONTHLY_LIMIT,
} as const;
/** Lowest and highest rate of a client's own sender, in messages per second. */
export const MIN_MESSAGES_PER_SECOND = 0.01;
export const MAX_MESSAGES_PER_SECOND = 100;

/** The length that the message editor counts against. Longer messages are allowed and take more segments. */
export const SMS_DISPLAY_LENGTH = 160;
/** Maximum length of a message that the provider accepts, in characters. */
export const SMS_MAX_LENGTH = 1600;
/** Maximum number of carrier segments of a message. */
export const MAX_SEGMENTS = 10;
/** Maximum delay of a step, in minutes (one year). */
export const MAX_DELAY_MINUTES = 366 * 24 * 60;
/** Maximum number of steps in a sequence. */
export const MAX_STEPS = 50;
/** Maximum number of sequences of a campaign. A form starts all of them. */
export const MAX_SEQUENCES = 20;

/** Default label of a landing page's submit button. */
export const DEFAULT_SUBMIT_BUTTON_TEXT = 'Get My Free Info';
/** Leads listed under Recent Activity. */
export const RECENT_ACTIVITY_LEADS = 5;

/** Maximum length of names, labels and other short texts. */
export const MAX_NAME_LENGTH = 200;
/** Maximum length of a headline, subheadline, description or thank-you message. */
export const MAX_TEXT_LENGTH = 5000;
/** Maximum length of a disclosure. */
export const MAX_DISCLOSURE_LENGTH = 1000;
/** Maximum length of a URL. */
export const MAX_URL_LENGTH = 2048;
/** Maximum length of a campaign slug. */
export const MAX_SLUG_LENGTH = 100;
/** Minimum length of a password, as OWASP recommends without a second factor. */
export const MIN_PASSWORD_LENGTH = 12;
/** Maximum length of a password. */
export const MAX_PASSWORD_LENGTH = 128;
/** Range of a client's retention period, in days. */
export const MIN_RETENTION_DAYS = 30;
export const MAX_RETENTION_DAYS = 3_650;
/** Maximum number of fields in a form and of keys in a submission. */
export const MAX_FORM_KEYS = 50;
/** Maximum length of a form field's value, in characters. */
export const MAX_FORM_VALUE_LENGTH = 5000;

/** Maximum size of what a submission stores, as JSON in UTF-8: its answers, contact details, source and consent. */
export const MAX_SUBMISSION_BYTES = 65_536;
/** Maximum size of a form, as JSON in UTF-8: labels, placeholders and options of its fields. */
export const MAX_FORM_BYTES = 65_536;

/** Maximum depth of the values in a request. */
export const MAX_JSON_DEPTH = 32;

/** How long a landing page may be cached, in milliseconds. A saved campaign is visible everywhere after this time. */
export const LANDING_CACHE_MS = 1_000;
/** The number of landing pages that a cache requests at once. */
export const LANDING_PAGES_BATCH = 100;

/** Items on a page of a list, unless the caller asks for another number. */
export const DEFAULT_PAGE_SIZE = 100;
/** Maximum number of items on a page of a list. */
export const MAX_PAGE_SIZE = 500;
/** Maximum number of objects that one mutation changes. */
export const MAX_BULK_IDS = 500;
/** Maximum number of tags of a lead. */
export const MAX_LEAD_TAGS = 20;
/** Maximum number of different tags of a client’s leads. */
export const MAX_CLIENT_TAGS = 200;
/** Maximum length of a tag. */
export const MAX_TAG_LENGTH = 50;
/** Most saved views of a client’s leads that an account has. */
export const MAX_SAVED_VIEWS = 50;
/** Clients that a playbook is copied to, or copies that a version is pushed to, in one mutation. */
export const MAX_PLAYBOOK_CLIENTS = 100;
/** Maximum length of a playbook's name. */
export const MAX_PLAYBOOK_NAME_LENGTH = 120;
/** Maximum length of a playbook's description. */
export const MAX_PLAYBOOK_DESCRIPTION_LENGTH = 500;
/** Placements of QR codes of one client. */
export const MAX_PLACEMENTS = 500;
/** Maximum number of variants of an A/B test, with the campaign's own page. */
export const MAX_TEST_VARIANTS = 4;
/** The smallest improvement that an A/B test is planned to find, in percent of the rate. */
export const TEST_IMPROVEMENT = { min: 5, max: 200, default: 50 } as const;
/** Members of one client's team. */
export const MAX_MEMBERS = 50;
/** Longest name of a saved view. */
export const MAX_SAVED_VIEW_NAME_LENGTH = 60;
/** Maximum length of the text that a list is searched for. */
export const MAX_SEARCH_LENGTH = 200;
/** Maximum number of items that a caller may skip. A cursor reaches the items beyond. */
export const MAX_OFFSET = 10_000;
/** Maximum number of items in one response of the REST API. Its `Link` header continues with a cursor. */
export const MAX_REST_ITEMS = 10_000;

/** Largest number of days of a range of a client's figures. */
export const MAX_STATS_DAYS = 366;
/** Maximum number of rows of an imported file. */
export const MAX_IMPORT_ROWS = 100_000;
/** Maximum size of an imported file, in bytes (100 MB). */
export const MAX_IMPORT_BYTES = 100 * 1024 * 1024;
/** Maximum number of imports that a client starts within 24 hours. */
export const MAX_IMPORTS_PER_DAY = 20;
/** Maximum number of rows that one request adds to an import. */
export const MAX_IMPORT_ROWS_PER_REQUEST = 500;
/** Maximum number of columns of an imported file. */
export const MAX_IMPORT_COLUMNS = 100;
