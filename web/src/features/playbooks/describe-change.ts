import { playbookMessages as messages } from '../../messages/agency/playbooks';
import { plural, toWords } from '../../shared/format';
import type { PlaybookChangesQuery } from '../../shared/graphql/generated';
import { campaignLabelOf, formatCampaignValue } from '../../shared/versions/campaign-labels';

type Change = PlaybookChangesQuery['playbook']['copies']['nodes'][number]['changes'][number];

/** A change as texts. Without values, only the label says what changes. */
export interface ChangeText {
  label: string;
  before?: string;
  after?: string;
}

interface Step {
  delayMinutes: number;
  message: string;
}

const HOUR = 60;
const DAY = 24 * HOUR;

/** Describes a change for people: the label of what changes, and its values. */
export function describeChange({ name, before, after }: Pick<Change, 'name' | 'before' | 'after'>): ChangeText {
  const label = labelOf(name);
  const [was, will] = [formatValue(name, before), formatValue(name, after)];
  // The names of questions can be the same where something else of them changes.
  return was === will ? { label } : { label, before: was, after: will };
}

/** Names of sequences can contain periods. */
const sequenceField = /^sequences\.(.*?)(?:\.(name|description|triggerEvent|stopOnReply|steps))?$/s;

function labelOf(name: string): string {
  const [, sequence, field] = sequenceField.exec(name) ?? [];
  if (sequence === undefined) return campaignLabelOf(name);
  return field === undefined ? messages.sequence(sequence) : messages.sequenceField(sequence, toWords(field));
}

function formatValue(name: string, value: unknown): string {
  if (!name.startsWith('sequences.')) return formatCampaignValue(value ?? '');
  // A whole sequence is shown by its steps.
  const content = isObject(value) && 'steps' in value ? value.steps : value;
  if (Array.isArray(content) && content.length > 0) return (content as Step[]).map(formatStep).join('\n');
  return typeof content === 'boolean' ? messages.switches[`${content}`] : formatCampaignValue(toText(content));
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const toText = (value: unknown) =>
  typeof value === 'string' && /^[a-z]+(_[a-z]+)+$/.test(value) ? toWords(value) : (value ?? '');

function formatStep({ delayMinutes, message }: Step, index: number): string {
  if (delayMinutes === 0) return messages.immediateStep(index + 1, message);
  const [unit, size] =
    delayMinutes % DAY === 0 ? ['day', DAY] : delayMinutes % HOUR === 0 ? ['hour', HOUR] : ['minute', 1];
  return messages.step(index + 1, plural(delayMinutes / Number(size), String(unit)), message);
}
