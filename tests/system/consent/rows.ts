import { eventually } from '@dripline/runtime/testing/eventually';
import type { MessagingHarness } from '../../harness/messaging-harness';
import type { actions, Business, BusinessOptions } from './business';

/** What a row works with: phone numbers that no other row uses, and calls by an administrator. */
export interface World extends ReturnType<typeof actions> {
  n: string;
  m: string;
  /** Creates a business whose messages begin with this letter. */
  business(label?: string, options?: BusinessOptions): Promise<Business>;
  /** A sender that no other row uses. */
  own: string;
  /** Sends a text message from the number to a sender, by default the shared one. */
  reply(from: string, body: string, to?: string): Promise<void>;
  /** Calls by somebody who has the dashboard's link only. */
  link: ReturnType<typeof actions>;
  harness: MessagingHarness;
}

/** A row: what happens, and which messages the numbers `n` and `m` get, as the provider sees it. */
type Row = [title: string, happens: (world: World) => Promise<unknown>, n: string[], m?: string[]];

const DELAYED = { firstDelay: 1 };

/** Submits the form at A and does something before the second message. */
const afterFirst =
  (act: (world: World, a: Business, lead: string) => Promise<unknown>) =>
  async (world: World): Promise<void> => {
    const a = await world.business();
    const lead = await a.submit(world.n);
    await act(world, a, lead);
    await a.finish();
  };
/** Submits the form at A and does something before the first message. */
const beforeFirst =
  (act: (world: World, a: Business, lead: string) => Promise<unknown>) =>
  async (world: World): Promise<void> => {
    const a = await world.business('A', DELAYED);
    const lead = await a.submit(world.n);
    await act(world, a, lead);
    await a.finish();
  };
/** Submits the form at another business and waits for its messages. */
const submitAtB = async ({ business, n }: World, phone = n) => {
  const b = await business('B');
  await b.submit(phone);
  await b.finish();
};

const agreements: Row[] = [
  ['a person submits a form', afterFirst(async () => undefined), ['A0', 'A1']],
  [
    'a person submits a form that writes the number in another way',
    async ({ business, n }) => {
      const a = await business();
      await a.submit(n.replace(/^\+1(...)(...)(....)$/, '($1) $2.$3'));
      await a.finish();
    },
    ['A0', 'A1'],
  ],
  ['a person submits a form without a number', async ({ business }) => (await business()).submit(null), []],
  [
    'a person submits a form with a number of a satellite network',
    async ({ business }) => (await business()).submit('+88161234567'),
    [],
  ],
  [
    'a person submits a form with a number of another country',
    async ({ business }) => (await business()).submit('+37120123456'),
    [],
  ],
  ['a person submits the same form twice', afterFirst(({ n }, a) => a.submit(n)), ['A0', 'A1']],
  [
    'a person submits the same form again after all messages',
    async ({ business, n }) => {
      const a = await business();
      await a.submit(n);
      await a.finish();
      await a.submit(n);
      await a.finish();
    },
    ['A0', 'A1', 'A0', 'A1'],
  ],
  ['a person submits the forms of two businesses', afterFirst((world) => submitAtB(world)), ['A0', 'B0', 'B1', 'A1']],
  [
    'a lead is held by the monthly limit',
    async ({ business, update, n }) => {
      const a = await business();
      await update(a, { monthlyLeadLimit: 0 });
      await a.submit(n);
      await a.finish();
    },
    [],
  ],
  [
    'a held lead is released',
    async ({ business, update, n }) => {
      const a = await business();
      await update(a, { monthlyLeadLimit: 0 });
      await a.submit(n);
      await update(a, { monthlyLeadLimit: 1 });
      await a.finish();
    },
    ['A0', 'A1'],
  ],
  [
    'a lead is marked contacted',
    afterFirst(({ setStatus }, _a, lead) => setStatus(lead, 'contacted')),
    ['A0', 'A contacted', 'A1'],
  ],
  ['a lead is marked converted', afterFirst(({ setStatus }, _a, lead) => setStatus(lead, 'converted')), ['A0']],
  [
    'a number is added to a lead without one, and it is marked contacted',
    async ({ business, edit, setStatus, m }) => {
      const a = await business('A', { asksForPhone: false });
      const lead = await a.submit(null);
      await edit(lead, m);
      await setStatus(lead, 'contacted');
      await a.finish();
    },
    [],
    [],
  ],
  [
    'a number is added to a lead without one, its consent is recorded, and it is marked contacted',
    async ({ business, edit, recordConsent, setStatus, m }) => {
      const a = await business('A', { asksForPhone: false });
      const lead = await a.submit(null);
      await edit(lead, m);
      await recordConsent(lead);
      await setStatus(lead, 'contacted');
      await a.finish();
    },
    [],
    ['A contacted'],
  ],
];

const edits: Row[] = [
  ['the number is edited before the first message', beforeFirst(({ edit, m }, _a, lead) => edit(lead, m)), [], []],
  ['the number is edited between two messages', afterFirst(({ edit, m }, _a, lead) => edit(lead, m)), ['A0'], []],
  ['somebody with the link edits the number', afterFirst(({ link, m }, _a, lead) => link.edit(lead, m)), ['A0'], []],
  [
    'the number is edited to one of a satellite network',
    afterFirst(({ edit }, _a, lead) => edit(lead, '+88161234567')),
    ['A0'],
  ],
  [
    'the number is edited to one of another country',
    afterFirst(({ edit }, _a, lead) => edit(lead, '+37120123456')),
    ['A0'],
  ],
  [
    'the number is edited and edited back',
    afterFirst(async ({ edit, n, m }, _a, lead) => {
      await edit(lead, m);
      await edit(lead, n);
    }),
    ['A0'],
    [],
  ],
  ['the number is removed', afterFirst(({ edit }, _a, lead) => edit(lead, '')), ['A0']],
  [
    'the number is written in another way',
    afterFirst(({ edit, n }, _a, lead) => edit(lead, n.replace(/^\+1(...)/, '1 ($1) '))),
    ['A0', 'A1'],
  ],
  [
    'only the name is edited',
    afterFirst(({ edit, n }, _a, lead) => edit(lead, n, { fullName: 'Ann Li' })),
    ['A0', 'A1'],
  ],
  [
    'the number is edited, and the lead marked contacted',
    afterFirst(async ({ edit, setStatus, m }, _a, lead) => {
      await edit(lead, m);
      await setStatus(lead, 'contacted');
    }),
    ['A0'],
    [],
  ],
  [
    'the number is edited, its consent recorded, and the lead marked contacted',
    afterFirst(async ({ edit, recordConsent, setStatus, m }, _a, lead) => {
      await edit(lead, m);
      await recordConsent(lead);
      await setStatus(lead, 'contacted');
    }),
    ['A0'],
    ['A contacted'],
  ],
  [
    'consent is recorded, then the number edited again, and the lead marked contacted',
    beforeFirst(async ({ edit, recordConsent, setStatus, m }, _a, lead) => {
      await edit(lead, '+14155550123');
      await recordConsent(lead);
      await edit(lead, m);
      await setStatus(lead, 'contacted');
    }),
    [],
    [],
  ],
  [
    'somebody with the link tries to record the consent',
    afterFirst(async ({ edit, link, setStatus, m }, _a, lead) => {
      await edit(lead, m);
      await expect(link.recordConsent(lead)).rejects.toThrow(/sign in/i);
      await setStatus(lead, 'contacted');
    }),
    ['A0'],
    [],
  ],
  [
    'the number is edited to one that agreed at another business only',
    afterFirst(async (world, _a, lead) => {
      await submitAtB(world, world.m);
      await world.edit(lead, world.m);
      await world.setStatus(lead, 'contacted');
    }),
    ['A0'],
    ['B0', 'B1'],
  ],
  [
    'the number is edited to one that agreed at this business itself',
    afterFirst(async ({ edit, setStatus, m }, a, lead) => {
      await a.submit(m);
      await edit(lead, m);
      await setStatus(lead, 'contacted');
    }),
    ['A0'],
    ['A0', 'A contacted', 'A1'],
  ],
  [
    'the number is edited, and then its owner submits the form',
    afterFirst(async ({ edit, m }, a, lead) => {
      await edit(lead, m);
      await a.submit(m);
    }),
    ['A0'],
    ['A0', 'A1'],
  ],
  [
    'two leads are edited to one number',
    async ({ business, edit, n, m }) => {
      const a = await business('A', DELAYED);
      const leads = [await a.submit(n), await a.submit('+14155550124')];
      for (const lead of leads) await edit(lead, m);
      await a.finish();
    },
    [],
    [],
  ],
];

const stopWords = [
  'STOP',
  'Stop.',
  'stopall',
  'UNSUBSCRIBE',
  'Cancel',
  'END',
  'quit',
  'revoke',
  'Opt out',
  'ARRET',
  'please stop texting me',
];
const otherWords = ['HELP', 'START'];

const optOuts: Row[] = [
  ...stopWords.map<Row>((word) => [
    `the person answers “${word}” between two messages, and submits another form`,
    afterFirst(async (world) => {
      await world.reply(world.n, word);
      await submitAtB(world);
    }),
    ['A0'],
  ]),
  ...otherWords.map<Row>((word) => [
    `the person answers “${word}” between two messages`,
    afterFirst(({ reply, n }) => reply(n, word)),
    ['A0', 'A1'],
  ]),
  ['STOP arrives before the first message', beforeFirst(({ reply, n }) => reply(n, 'STOP')), []],
  [
    'STOP arrives after the last message, and the form is submitted again',
    async ({ business, reply, n }) => {
      const a = await business();
      await a.submit(n);
      await a.finish();
      await reply(n, 'STOP');
      await a.submit(n);
      await a.finish();
    },
    ['A0', 'A1'],
  ],
  [
    'STOP arrives from a number that nobody knows, which submits a form later',
    async (world) => {
      await world.reply(world.n, 'STOP');
      await submitAtB(world);
    },
    [],
  ],
  ['STOP arrives from another number', afterFirst(({ reply, m }) => reply(m, 'STOP')), ['A0', 'A1']],
  [
    'STOP arrives while two businesses follow up',
    async ({ business, reply, n }) => {
      const [a, b] = [await business(), await business('B')];
      await a.submit(n);
      await b.submit(n);
      await reply(n, 'STOP');
      await a.finish();
      await b.finish();
    },
    ['A0', 'B0'],
  ],
  [
    'STOP, then START',
    afterFirst(async ({ reply, n }) => {
      await reply(n, 'STOP');
      await reply(n, 'START');
    }),
    ['A0'],
  ],
  [
    'STOP, then START, then a form',
    afterFirst(async (world) => {
      await world.reply(world.n, 'STOP');
      await world.reply(world.n, 'START');
      await submitAtB(world);
    }),
    ['A0', 'B0', 'B1'],
  ],
  [
    'STOP, then START, then STOP, then a form',
    afterFirst(async (world) => {
      for (const word of ['STOP', 'START', 'STOP']) await world.reply(world.n, word);
      await submitAtB(world);
    }),
    ['A0'],
  ],
  [
    'STOP, then “Yes”, then a form',
    afterFirst(async (world) => {
      for (const word of ['STOP', 'Yes']) await world.reply(world.n, word);
      await submitAtB(world);
    }),
    ['A0'],
  ],
  [
    'STOP, and a signed-in account records a new consent',
    afterFirst(async ({ reply, recordConsent, setStatus, n }, _a, lead) => {
      await reply(n, 'STOP');
      await recordConsent(lead);
      await setStatus(lead, 'contacted');
    }),
    ['A0'],
  ],
  [
    'STOP, and another lead is edited to the number',
    async ({ business, reply, edit, recordConsent, setStatus, n, m }) => {
      const a = await business('A', DELAYED);
      const lead = await a.submit(m);
      await reply(n, 'STOP');
      await edit(lead, n);
      await recordConsent(lead);
      await setStatus(lead, 'contacted');
      await a.finish();
    },
    [],
    [],
  ],
  [
    'STOP while the business is inactive',
    afterFirst(async ({ reply, update, n }, a) => {
      await update(a, { status: 'inactive' });
      await reply(n, 'STOP');
      await update(a, { status: 'active' });
    }),
    ['A0'],
  ],
  [
    'STOP while the sequence is inactive',
    afterFirst(async ({ reply, setSequence, n }, a) => {
      await setSequence(a, 'inactive');
      await reply(n, 'STOP');
      await setSequence(a, 'active');
    }),
    ['A0'],
  ],
  [
    'the provider says that the number opted out',
    async (world) => {
      const { harness, n } = world;
      await harness.setBehaviour({ faults: [{ fault: { kind: 'error', code: 21610, status: 400 }, times: 1, to: n }] });
      const a = await world.business();
      await a.submit(n);
      await a.finish();
      await submitAtB(world);
    },
    [],
  ],
];

const deletions: Row[] = [
  ['the person is erased before the first message', beforeFirst(({ erase, n }, a) => erase(a, { phone: n })), []],
  ['the person is erased between two messages', afterFirst(({ erase, n }, a) => erase(a, { phone: n })), ['A0']],
  [
    'the person is erased by email address',
    async ({ business, erase, n }) => {
      const a = await business();
      await a.submit(n, { email: `ann${n.slice(1)}@example.com` });
      await erase(a, { email: `ann${n.slice(1)}@example.com` });
      await a.finish();
    },
    ['A0'],
  ],
  [
    'the person is erased, and submits the form again',
    afterFirst(async ({ erase, n }, a) => {
      await erase(a, { phone: n });
      await a.submit(n);
    }),
    ['A0', 'A0', 'A1'],
  ],
  [
    'the person is erased, and another lead is edited to the number',
    afterFirst(async ({ erase, edit, setStatus, n, m }, a) => {
      await erase(a, { phone: n });
      const other = await a.submit(m);
      await edit(other, n);
      await setStatus(other, 'contacted');
    }),
    ['A0'],
    ['A0'],
  ],
  [
    'the person is erased at one business and has agreed at another',
    async ({ business, erase, n }) => {
      const [a, b] = [await business(), await business('B')];
      await a.submit(n);
      await b.submit(n);
      await erase(a, { phone: n });
      await a.finish();
      await b.finish();
    },
    ['A0', 'B0', 'B1'],
  ],
  [
    'STOP, then an erasure, then the form again',
    afterFirst(async ({ reply, erase, n }, a) => {
      await reply(n, 'STOP');
      await erase(a, { phone: n });
      await a.submit(n);
    }),
    ['A0'],
  ],
  [
    'an erasure, then STOP, then the form again',
    afterFirst(async ({ reply, erase, n }, a) => {
      await erase(a, { phone: n });
      await reply(n, 'STOP');
      await a.submit(n);
    }),
    ['A0'],
  ],
  [
    'STOP, an erasure, START, then the form again',
    afterFirst(async ({ reply, erase, n }, a) => {
      await reply(n, 'STOP');
      await erase(a, { phone: n });
      await reply(n, 'START');
      await a.submit(n);
    }),
    ['A0', 'A0', 'A1'],
  ],
  ['the lead is deleted before the first message', beforeFirst(({ deleteLead }, _a, lead) => deleteLead(lead)), []],
  ['the lead is deleted between two messages', afterFirst(({ deleteLead }, _a, lead) => deleteLead(lead)), ['A0']],
  ['somebody with the link deletes the lead', afterFirst(({ link }, _a, lead) => link.deleteLead(lead)), ['A0']],
  [
    'the lead is deleted and submits the form again',
    afterFirst(async ({ deleteLead, n }, a, lead) => {
      await deleteLead(lead);
      await a.submit(n);
    }),
    ['A0', 'A0', 'A1'],
  ],
  [
    'STOP, then the lead is deleted, then the form again',
    afterFirst(async ({ reply, deleteLead, n }, a, lead) => {
      await reply(n, 'STOP');
      await deleteLead(lead);
      await a.submit(n);
    }),
    ['A0'],
  ],
  [
    'the lead is deleted, then STOP, then the form again',
    afterFirst(async ({ reply, deleteLead, n }, a, lead) => {
      await deleteLead(lead);
      await reply(n, 'STOP');
      await a.submit(n);
    }),
    ['A0'],
  ],
  ['the sequence is deleted', afterFirst(({ deleteSequence }, a) => deleteSequence(a)), ['A0']],
  ['the campaign is deleted', afterFirst(({ deleteCampaign }, a) => deleteCampaign(a)), ['A0']],
  ['the business is deleted', afterFirst(({ deleteClient }, a) => deleteClient(a)), ['A0']],
  [
    'the business is deleted and created again, and its list submits the form',
    afterFirst(async (world, a) => {
      await world.deleteClient(a);
      await submitAtB(world);
    }),
    ['A0', 'B0', 'B1'],
  ],
  [
    'STOP, then the business is deleted and created again, and its list submits the form',
    afterFirst(async (world, a) => {
      await world.reply(world.n, 'STOP');
      await world.deleteClient(a);
      await submitAtB(world);
    }),
    ['A0'],
  ],
  [
    'the business is deleted, then STOP, and its list submits the form again',
    afterFirst(async (world, a) => {
      await world.deleteClient(a);
      await world.reply(world.n, 'STOP');
      await submitAtB(world);
    }),
    ['A0'],
  ],
];

const switches: Row[] = [
  ['the business is inactive', afterFirst(({ update }, a) => update(a, { status: 'inactive' })), ['A0']],
  [
    'the business is inactive and active again',
    afterFirst(async ({ update }, a) => {
      await update(a, { status: 'inactive' });
      await a.finish();
      await update(a, { status: 'active' });
    }),
    ['A0', 'A1'],
  ],
  ['messages are off', afterFirst(({ update }, a) => update(a, { smsAutoReplyEnabled: false })), ['A0']],
  [
    'messages are off when the form is submitted, and on later',
    async ({ business, update, n }) => {
      const a = await business();
      await update(a, { smsAutoReplyEnabled: false });
      await a.submit(n);
      await update(a, { smsAutoReplyEnabled: true });
      await a.finish();
    },
    [],
  ],
  ['the message limit is used up', afterFirst(({ update }, a) => update(a, { monthlySMSLimit: 1 })), ['A0']],
];

/** Submits the form at A, which has its own sender, and does something before the second message. */
const withOwnSender =
  (act: (world: World, a: Business, lead: string) => Promise<unknown>) =>
  async (world: World): Promise<void> => {
    const a = await world.business();
    await world.setSender(a, world.own);
    const lead = await a.submit(world.n);
    await act(world, a, lead);
    await a.finish();
  };

const senders: Row[] = [
  ['a business has its own sender', withOwnSender(async () => undefined), ['A0', 'A1']],
  [
    'STOP to the own sender of one business, while another shares the common one',
    withOwnSender(async (world) => {
      const b = await world.business('B');
      await b.submit(world.n);
      await world.reply(world.n, 'STOP', world.own);
      await b.finish();
    }),
    ['A0', 'B0', 'B1'],
  ],
  [
    'STOP to the shared sender, while a business has its own',
    withOwnSender(async (world) => {
      const b = await world.business('B');
      await b.submit(world.n);
      await world.reply(world.n, 'STOP');
      await b.finish();
    }),
    ['A0', 'B0', 'A1'],
  ],
  [
    'STOP to the own sender, then the form again',
    withOwnSender(async ({ reply, n, own }, a) => {
      await reply(n, 'STOP', own);
      await a.submit(n);
    }),
    ['A0'],
  ],
  [
    'STOP to the shared sender before the business gets its own',
    async ({ business, reply, setSender, n, own }) => {
      const a = await business();
      await reply(n, 'STOP');
      await setSender(a, own);
      await a.submit(n);
      await a.finish();
    },
    [],
  ],
  [
    'STOP to the shared sender after the business, which used it, got its own',
    afterFirst(async ({ setSender, reply, n, own }, a) => {
      await setSender(a, own);
      await reply(n, 'STOP');
    }),
    ['A0'],
  ],
  [
    'STOP to the own sender, START to the shared one',
    withOwnSender(async ({ reply, n, own }, a) => {
      await reply(n, 'STOP', own);
      await reply(n, 'START');
      await a.submit(n);
    }),
    ['A0'],
  ],
  [
    'STOP and START to the own sender, then the form again',
    withOwnSender(async ({ reply, n, own }, a) => {
      await reply(n, 'STOP', own);
      await reply(n, 'START', own);
      await a.submit(n);
    }),
    ['A0', 'A0', 'A1'],
  ],
  [
    'STOP to the own sender, then the business changes its sender',
    withOwnSender(async ({ reply, setSender, n, m, own }, a) => {
      await reply(n, 'STOP', own);
      await setSender(a, m);
      await a.submit(n);
    }),
    ['A0'],
  ],
  [
    'the business changes its sender, then STOP to the former one',
    withOwnSender(async ({ reply, setSender, n, m, own }, a) => {
      await setSender(a, m);
      await reply(n, 'STOP', own);
      await a.submit(n);
    }),
    ['A0'],
  ],
  [
    'STOP to the own sender, then the business shares the common one',
    withOwnSender(async ({ reply, removeSender, n, own }, a) => {
      await reply(n, 'STOP', own);
      await removeSender(a);
      await a.submit(n);
    }),
    ['A0'],
  ],
  [
    'STOP to the own sender, then the business is created again with it',
    withOwnSender(async ({ reply, deleteClient, business, setSender, n, own }, a) => {
      await reply(n, 'STOP', own);
      await deleteClient(a);
      const b = await business('B');
      await eventually(() => setSender(b, own));
      await b.submit(n);
      await b.finish();
    }),
    ['A0'],
  ],
  [
    'an account records an opt-out, and another business has the consent',
    afterFirst(async (world, _a, lead) => {
      await world.recordOptOut(lead);
      await submitAtB(world);
    }),
    ['A0', 'B0', 'B1'],
  ],
  [
    'an account records an opt-out, and the form is submitted again',
    afterFirst(async ({ recordOptOut, n }, a, lead) => {
      await recordOptOut(lead);
      await a.submit(n);
    }),
    ['A0'],
  ],
  [
    'an account records an opt-out, and the person sends START and the form',
    afterFirst(async ({ recordOptOut, reply, n }, a, lead) => {
      await recordOptOut(lead);
      await reply(n, 'START');
      await a.submit(n);
    }),
    ['A0', 'A0', 'A1'],
  ],
  [
    'somebody with the link tries to record an opt-out',
    afterFirst(async ({ link }, _a, lead) => {
      await expect(link.recordOptOut(lead)).rejects.toThrow(/sign in/i);
    }),
    ['A0', 'A1'],
  ],
];

/** The table. */
export const rows: Row[] = [...agreements, ...edits, ...optOuts, ...deletions, ...switches, ...senders];
