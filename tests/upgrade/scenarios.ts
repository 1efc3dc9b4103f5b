import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '@dripline/launcher/failure';
import { type RestCaller, signIn, type Story, tellStory } from '@dripline/launcher/rest-client';
import type { RunningRelease } from './run-release';

const textMs = 90_000;
const once = [{ delayMinutes: 0, message: 'Hi {{firstName}}' }];

/** A lead of a story, and how many texts it is to get in all. */
export interface Expected {
  story: Story;
  lead: string;
  texts: number;
}

/** One release as an administrator uses it. */
export interface Agency {
  call: RestCaller;
  /** A client with a campaign whose page shows its form, and a sequence of one text; with `isSlow`, a second comes a minute later. */
  open(isSlow?: boolean): Promise<Story>;
  /** A lead by the landing page's form, which gets its first text. */
  gain(story: Story, lastDigits: string, texts?: number): Promise<Expected>;
  /** Waits until the lead has all of its texts. */
  await(expected: Expected): Promise<void>;
  /** Holds what the dashboard, the list, and its download say of the client against the number of its leads. */
  count(story: Pick<Story, 'clientId'>, leads: number): Promise<void>;
  /** Deletes the client and sees that it is gone. */
  close(story: Story): Promise<void>;
}

/** Signs the administrator in at a running release. */
export async function signInAt(
  { origin }: RunningRelease,
  admin: { username: string; password: string },
): Promise<Agency> {
  const { call, read } = await signIn(origin, '/api/auth/login', admin);
  return {
    call,
    async open(isSlow = false) {
      const story = await tellStory(call, isSlow ? undefined : once);
      const { handle } = await call<{ handle: string }>('GET', `/api/clients/${story.clientId}`);
      const [campaign] = await call<{ slug: string }[]>('GET', `/api/clients/${story.clientId}/campaigns`);
      const page = await read(`/landing/${handle}/${campaign?.slug}`);
      expect(page.includes('Full Name'), 'The landing page has no form.');
      return story;
    },
    async gain(story, lastDigits, texts = 1) {
      const here = story.through(call);
      const lead = await here.submit(lastDigits);
      await untilTexted({ story: here, lead, texts: 1 });
      return { story, lead, texts };
    },
    await: ({ story, ...rest }) => untilTexted({ story: story.through(call), ...rest }),
    async count({ clientId }, leads) {
      const { totalLeads } = await call<{ totalLeads: number }>('GET', `/api/clients/${clientId}/stats`);
      const listed = await call<unknown[]>('GET', `/api/clients/${clientId}/leads`);
      const rows = (await read(`/api/clients/${clientId}/leads.csv`)).trim().split('\n').length - 1;
      expect(
        totalLeads === leads && listed.length === leads && rows === leads,
        `Of ${leads} leads the dashboard counts ${totalLeads}, the list shows ${listed.length}, the download has ${rows}.`,
      );
    },
    async close({ clientId }) {
      await call('DELETE', `/api/clients/${clientId}`);
      const isGone = await call('GET', `/api/clients/${clientId}`).then(
        () => false,
        (error: Error) => error.message.includes('404'),
      );
      expect(isGone, 'A client that was deleted is still there.');
    },
  };
}

/** Waits until the lead has all of its texts. Throws a Failure where they do not come, or more do. */
async function untilTexted({ story, lead, texts }: Expected): Promise<void> {
  for (const deadline = Date.now() + textMs; ; await sleep(200)) {
    const steps = (await story.textsOf(lead)).map(({ step }) => step);
    expect(
      new Set(steps).size === steps.length && steps.length <= texts,
      `A lead got the texts ${steps.join(', ')}, of which there are ${texts}.`,
    );
    if (steps.length === texts) return;
    expect(Date.now() < deadline, `A lead got ${steps.length} of ${texts} texts.`);
  }
}

function expect(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Failure(otherwise);
}
