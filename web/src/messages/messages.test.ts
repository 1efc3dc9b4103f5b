import { accessMatrix } from '@dripline/contract/access-matrix';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SUBMIT_BUTTON_TEXT } from '@dripline/contract/limits';
import { attentionMessages, attentionToasts } from './agency/attention';
import { accountToasts } from './account-toasts';
import { accountMessages } from './accounts';
import { builderMessages } from './campaign-builder';
import { consoleMessages } from './admin-console';
import { dashboardMessages } from './dashboard';
import { operationNames } from './operations';
import { selectionMessages, selectionToasts } from './leads/lead-selection';
import { commandMessages } from './commands';
import { toasts } from './toasts';
import { privacyToasts } from './privacy-toasts';
import { privacyMessages } from './privacy';
import { sharedMessages } from './shared';
import { signInMessages } from './sign-in';
import { trendMessages } from './trend';
import { usageMessages } from './agency/usage';
import { webhookToasts } from './webhook-toasts';
import { sourceFilesIn, textsOf } from './testing/source-texts';

const WEB = join(__dirname, '../..');
const MESSAGES_FOLDER = 'src/messages';

/** The exact texts and the labels that the product spec gives, by section. `{}` stands for a filled-in value. */
const spec: Record<string, string[]> = {
  '2, admin sign-in': [
    'Master Admin Portal',
    'Username',
    'Enter username',
    'Password',
    'Enter password',
    'Sign In',
    'Signing In...',
  ],
  '2, client login': ['Admin login'],
  '2, admin console': [
    ...['Overview', 'Client Management', 'Analytics', 'Billing & Limits', 'Logout'],
    ...['Total Clients', 'Active Campaigns', 'Total Leads', 'SMS Sent'],
    ...['Client', 'Status', 'Campaigns', 'Leads', 'SMS Usage', 'Actions'],
    ...['Add Client', 'Edit Client Settings', 'No clients found'],
  ],
  '2, client dashboard': [
    ...[
      'Client not found',
      'Back to Admin',
      'Dashboard',
      'Campaigns',
      'Leads',
      'SMS Follow-ups',
      'File Manager',
      'Settings',
    ],
    ...['Total Leads', 'Active Campaigns', 'Conversions', '{} of leads', 'SMS Sent', 'Recent Activity'],
    ...['QR Scans', 'Edit', 'Preview', 'Copy landing URL', 'Download QR code'],
    ...['Campaign', 'Export', 'Delete', 'Process SMS Now', 'Total Files', 'Total Storage', 'Uploaded Today'],
    ...['Business Name', 'Contact Email', 'Notification Phone', 'Status'],
  ],
  '2, campaign builder': [
    ...[
      'Campaign Name',
      'URL Slug',
      'Logo',
      'Logo Size',
      'Headline',
      'Subheadline',
      'Background Image',
      'Form Image or Video',
    ],
    ...[
      'Form Image Size',
      'Submit Button Text',
      'After submission',
      'Back to Campaigns',
      'Preview',
      'QR Code',
      'Save Campaign',
    ],
  ],
  '2, landing page': ['Thank You!', 'Campaign not found'],
  '3': [
    ...[
      'Monthly Campaign Limit',
      'Monthly Lead Limit',
      'Monthly SMS Limit',
      'SMS Auto-Reply',
      'Webhooks',
      'A/B Testing',
      'White Label',
    ],
    ...['Redirect URL', 'Thank You Message', 'Type', 'Label', 'Placeholder', 'Required', 'Options'],
    ...['Sequence Name', 'Description', 'Campaign', 'Trigger Event', 'Message'],
  ],
  '4': ['Active', 'Inactive'],
  '5': [
    ...[
      'Missing Fields',
      'Please enter both username and password',
      'Please fill in all required fields',
      'Missing information',
    ],
    ...['File size must be less than {}MB', 'Video files must be less than {}MB (approximately 2 minutes)'],
    ...[
      'Validation Error',
      'Days',
      'Hours',
      'Minutes',
      '{}/{} characters',
      'Add Field',
      'File Name',
      'This action cannot be undone',
    ],
  ],
  '8, failures': [
    ...['Login Failed', 'Invalid username or password', 'Missing Fields', 'Please enter both username and password'],
    ...['Error', 'Failed to create client', 'Failed to update client', 'Failed to delete client'],
    ...['Login failed', 'Invalid credentials', 'Failed to logout. Please try again.'],
    ...['Failed to delete lead', 'Failed to update lead', 'Failed to delete file', 'Failed to update file name'],
    ...['Failed to delete SMS sequence', 'Failed to update sequence status', 'Failed to process SMS messages'],
    ...['Failed to create SMS sequence', 'Failed to update SMS sequence'],
    ...['Failed to upload file', 'File uploaded but metadata could not be saved'],
    ...['Failed to submit form. Please try again.', 'Campaign not found', 'Client not found'],
  ],
  '8, successes': [
    ...[
      'Welcome back!',
      'You have successfully logged in to {}.',
      'Logged Out',
      'Login successful',
      'Welcome back, {}!',
    ],
    ...['Client created successfully', 'Client updated successfully', 'Client deleted successfully'],
    ...[
      'Lead updated successfully',
      'Lead deleted successfully',
      'File deleted successfully',
      'File name updated successfully',
    ],
    ...['URL Copied!', 'QR Code Downloaded!', 'SMS Processing Complete'],
  ],
};

const sources = sourceFilesIn(WEB, 'src', 'server');
const isMessagesFile = (file: string) => file.startsWith(MESSAGES_FOLDER);
// Texts for users start with a capital letter or a filled-in value, unlike values such as 'success'.
const messages = sources
  .filter(isMessagesFile)
  .flatMap((file) => textsOf(WEB, file))
  .filter(({ text }) => /^[A-Z{]/.test(text));
const elsewhere = sources.filter((file) => !isMessagesFile(file)).flatMap((file) => textsOf(WEB, file));

/**
 * Returns a pattern that finds a duplicate of a text outside the messages files. A text of several words also matches
 * within a longer text. A single word matches only as a whole text, because sentences share words.
 */
function duplicatePattern(text: string): RegExp {
  const parts = text.split('{}').map((part) => part.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = parts.join('.*');
  return /\s|\{\}/.test(text) ? new RegExp(`(?<!\\p{L})${pattern}(?!\\p{L})`, 'u') : new RegExp(`^${pattern}$`);
}

test.each(Object.entries(spec))(
  'the messages contain each text of section %s of the product spec exactly once',
  (_, texts) => {
    const countOf = (expected: string) => messages.filter(({ text }) => text === expected).length;
    expect(texts.filter((text) => countOf(text) !== 1)).toEqual([]);
  },
);

test('the messages contain no text twice', () => {
  const first = new Map<string, string>();
  const duplicates = messages.filter(({ text, location }) => first.has(text) || !first.set(text, location));
  expect(duplicates).toEqual([]);
});

test('no other file contains a text of the messages', () => {
  const patterns = messages.map(({ text }) => duplicatePattern(text));
  expect(elsewhere.filter(({ text }) => patterns.some((pattern) => pattern.test(text)))).toEqual([]);
});

test('every message is used', () => {
  const objects = {
    attentionMessages,
    attentionToasts,
    webhookToasts,
    privacyToasts,
    privacyMessages,
    accountToasts,
    accountMessages,
    builderMessages,
    consoleMessages,
    dashboardMessages,
    toasts,
    sharedMessages,
    selectionMessages,
    selectionToasts,
    commandMessages,
    signInMessages,
    trendMessages,
    usageMessages,
  };
  const code = sources
    .filter((file) => !isMessagesFile(file))
    .map((file) => readFileSync(join(WEB, file), 'utf8'))
    .join('\n');
  const used = new Set(code.match(/\b\w+\.\w+\b/g));
  const entries = Object.entries(objects).flatMap(([name, object]) =>
    Object.keys(object).map((key) => `${name}.${key}`),
  );
  expect(entries.filter((entry) => !used.has(entry))).toEqual([]);
});

test('only the contract contains the default submit button text', () => {
  expect(DEFAULT_SUBMIT_BUTTON_TEXT).toBe('Get My Free Info');
  expect([...messages, ...elsewhere].filter(({ text }) => text.includes(DEFAULT_SUBMIT_BUTTON_TEXT))).toEqual([]);
});

test('filled-in values are formatted as the product spec says', () => {
  expect(toasts.videoTooLarge.description).toBe('Video files must be less than 120MB (approximately 2 minutes)');
  expect(toasts.fileTooLarge(5 * 1024 * 1024).description).toBe('File size must be less than 5MB');
  expect(dashboardMessages.messageLength(7)).toBe('7/160 characters');
});

/** They leave no entry, or one of their own. */
const unrecorded = [
  'beginPasskeySignIn',
  'finishSignIn',
  'recordLandingView',
  'submitLead',
  'markNotificationsSeen',
  'muteNotifications',
  'setEmailNotifications',
];

test('every operation that the audit log records has a name', () => {
  const operations = Object.entries(accessMatrix).flatMap(([name, { schema }]) =>
    schema !== 'internal' && name.startsWith('Mutation.') ? [name.slice('Mutation.'.length)] : [],
  );
  expect(operations.length).toBeGreaterThan(70);
  expect([...operations, ...unrecorded].filter((name) => !(name in operationNames)).sort()).toEqual(
    [...unrecorded, ...unrecorded].sort(),
  );
});
