import { isDeepStrictEqual } from 'node:util';
import type { Fields, PlaybookContent } from './playbook-content';
import { type PlaybookChange, PlaybookChangeAction } from './playbook.types';

/** What a version is merged into, and the versions that it is compared with. */
interface Push {
  /** The content of the version that was applied last. */
  base: PlaybookContent;
  /** The content of the version to push. */
  next: PlaybookContent;
  /** The content of the client's campaign. */
  campaign: Fields;
  /** The content of the client's sequences, by their keys. Null for one that the client deleted. */
  sequences: ReadonlyMap<string, Fields | null>;
}

/** What a push does to a copy. */
export interface PushPlan {
  /** The fields of the campaign to update. */
  campaign: Fields;
  /** The fields of sequences to update, by their keys. */
  sequences: Map<string, Fields>;
  /** The sequences to create. */
  created: PlaybookContent['sequences'];
  /** All of that, and what the client keeps although the version differs. */
  changes: PlaybookChange[];
}

/**
 * Plans a push: a field that the client did not edit takes the value of the version, and one that both changed keeps the
 * client's. Sequences that the client deleted stay deleted, and those that the version no longer contains stay.
 */
export function planPush({ base, next, campaign, sequences }: Push): PushPlan {
  const plan: PushPlan = { campaign: {}, sequences: new Map(), created: [], changes: [] };
  const ofCampaign = mergeFields(base.campaign, next.campaign, campaign);
  plan.campaign = updatesIn(ofCampaign);
  plan.changes.push(...ofCampaign);
  for (const sequence of next.sequences) {
    const { key, ...content } = sequence;
    const path = `sequences.${content.name}`;
    const before = contentOf(base, key);
    const current = sequences.get(key);
    if (current === undefined) {
      plan.created.push(sequence);
      plan.changes.push({ name: path, before: null, after: content, action: PlaybookChangeAction.create });
    } else if (current === null) {
      if (!isDeepStrictEqual(before, content))
        plan.changes.push({ name: path, before: null, after: content, action: PlaybookChangeAction.keep });
    } else {
      const changes = mergeFields(before ?? {}, content as unknown as Fields, current);
      if (changes.some(isUpdate)) plan.sequences.set(key, updatesIn(changes));
      plan.changes.push(...changes.map((change) => ({ ...change, name: `${path}.${change.name}` })));
    }
  }
  for (const { key, name } of base.sequences) {
    const current = sequences.get(key);
    if (current && !contentOf(next, key))
      plan.changes.push({
        ...{ name: `sequences.${name}`, before: current, after: null, action: PlaybookChangeAction.keep },
      });
  }
  return plan;
}

const isUpdate = ({ action }: PlaybookChange) => action === PlaybookChangeAction.update;

const updatesIn = (changes: PlaybookChange[]): Fields =>
  Object.fromEntries(changes.filter(isUpdate).map(({ name, after }) => [name, after]));

function contentOf({ sequences }: PlaybookContent, key: string): Fields | null {
  const found = sequences.find((sequence) => sequence.key === key);
  if (!found) return null;
  const { key: _key, ...content } = found;
  return content as unknown as Fields;
}

/** Merges the fields that the next version contains. One that the base leaves out counts as null in it. */
function mergeFields(base: Fields, next: Fields, current: Fields): PlaybookChange[] {
  return Object.entries(next).flatMap(([name, after]) => {
    const [original, before] = [base[name] ?? null, current[name] ?? null];
    if (isDeepStrictEqual(after, original) || isDeepStrictEqual(after, before)) return [];
    const isEdited = !isDeepStrictEqual(before, original);
    return [{ name, before, after, action: isEdited ? PlaybookChangeAction.keep : PlaybookChangeAction.update }];
  });
}
