import { TriggerEvent } from '../sequences/sequence.entity';
import { planPush } from './plan-push';
import type { Fields, PlaybookContent } from './playbook-content';

const sequence = (key: string, name: string, description = '') => ({
  ...{ key, name, description, triggerEvent: TriggerEvent.lead_created, stopOnReply: true, steps: [] },
});
const content = (campaign: Fields, ...sequences: PlaybookContent['sequences']) => ({ campaign, sequences });

describe('a push', () => {
  const planField = (base: Fields, next: Fields, campaign: Fields) => {
    const plan = planPush({ base: content(base), next: content(next), campaign, sequences: new Map() });
    return [plan.campaign, plan.changes.map(({ action }) => action)];
  };

  it.each<[string, Fields, Fields, Fields, Fields, string[]]>([
    ['takes a field that only the version changed', { a: 1 }, { a: 2 }, { a: 1 }, { a: 2 }, ['update']],
    ['keeps a field that both changed', { a: 1 }, { a: 2 }, { a: 3 }, {}, ['keep']],
    ['keeps a field that only the client changed', { a: 1 }, { a: 1 }, { a: 3 }, {}, []],
    ['does nothing where both made the same change', { a: 1 }, { a: 2 }, { a: 2 }, {}, []],
    ['takes null', { a: 1 }, { a: null }, { a: 1 }, { a: null }, ['update']],
    ['compares lists as a whole', { a: [{ x: 1, y: 2 }] }, { a: [] }, { a: [{ y: 2, x: 1 }] }, { a: [] }, ['update']],
    ['leaves alone what the version leaves out', { a: 1 }, {}, { a: 1 }, {}, []],
    ['takes what only the version has', {}, { a: 2 }, { a: null }, { a: 2 }, ['update']],
    ['keeps what the client has and the base leaves out', {}, { a: 2 }, { a: 1 }, {}, ['keep']],
  ])('%s', (_, base, next, current, updates, actions) => {
    expect(planField(base, next, current)).toEqual([updates, actions]);
  });

  it('creates a sequence only if the copy never had it', () => {
    const next = content({}, sequence('1', 'One'), sequence('2', 'Two'), sequence('3', 'Three', 'New'));
    const base = content({}, sequence('2', 'Two'), sequence('3', 'Three'));
    const deleted = new Map([
      ['2', null],
      ['3', null],
    ]);
    const { created, changes, sequences } = planPush({ base, next, campaign: {}, sequences: deleted });
    expect(created.map(({ key }) => key)).toEqual(['1']);
    expect(sequences.size).toBe(0);
    expect(changes.map(({ name, action }) => [name, action])).toEqual([
      ['sequences.One', 'create'],
      ['sequences.Three', 'keep'],
    ]);
  });

  it('reports a removed sequence that the client still has, once', () => {
    const { key, ...current } = sequence('1', 'One');
    const push = { campaign: {}, sequences: new Map<string, Fields | null>([[key, current]]), next: content({}) };
    const first = planPush({ ...push, base: content({}, sequence('1', 'One')) });
    expect(first).toMatchObject({ created: [], changes: [{ name: 'sequences.One', after: null, action: 'keep' }] });
    expect(planPush({ ...push, base: content({}) }).changes).toEqual([]);
  });
});
