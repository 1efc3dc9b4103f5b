/** @jest-environment jsdom */
import { act, screen, waitFor, within } from '@testing-library/react';
import { languageTexts } from '@dripline/contract/rules/languages';
import { campaign, client } from '../../testing/fixtures';
import { type Answers, conflictWith, renderScreen } from '../../testing/render';
import { Builder } from './builder';
import { campaignTemplate } from './campaign-template';

const saved = (change: object = {}) => ({
  updateCampaign: {
    __typename: 'Campaign',
    ...campaign,
    formFields: campaign.formFields.map((field) => ({ __typename: 'FormField', ...field })),
    version: 6,
    ...change,
  },
});

async function open(
  answers: Answers = { UpdateCampaign: saved() },
  edited: typeof campaign | null = campaign,
  owner = client,
) {
  const rendered = renderScreen(
    <Builder client={owner} {...(edited && { campaign: edited })} productName="Dripline" backPath="/elsewhere" />,
    answers,
  );
  await screen.findByText('New field', {}, { timeout: 10_000 });
  const { user } = rendered;
  const set = async (name: string, text: string) => {
    await user.clear(screen.getByRole('textbox', { name }));
    await user.type(screen.getByRole('textbox', { name }), text);
  };
  const click = (name: string, nth = 0) => user.click(screen.getAllByRole('button', { name })[nth]!);
  const save = () => click('Save Campaign');
  const inputs = () => rendered.sentOf('UpdateCampaign').map(({ input }) => input as Record<string, unknown>);
  const labels = () => [...document.querySelectorAll('[data-field]')].map((row) => row.getAttribute('data-field'));
  return { ...rendered, set, click, save, inputs, labels };
}

/** Puts the rows of the field list below each other, because jsdom has no layout. */
function layOutRows() {
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const row = this.closest('[data-field]');
    return new DOMRect(0, row ? [...row.parentElement!.children].indexOf(row) * 50 : 0, 400, 50);
  });
}

// The first import takes longer than a query waits.
beforeAll(() =>
  Promise.all([import('./fields/form-fields'), import('./media/media-fields'), import('./design/design-fields')]),
);
afterEach(() => jest.restoreAllMocks());

describe('the campaign builder', () => {
  it('sends only what changed, so that another’s headline stays', async () => {
    const { set, save, sentOf } = await open();
    await set('Submit Button Text', 'Book now');
    await save();
    await waitFor(() =>
      expect(sentOf('UpdateCampaign')).toEqual([
        { id: campaign.id, input: { submitButtonText: 'Book now' }, expectedVersion: 5 },
      ]),
    );
  });

  it('copies the landing page’s URL', async () => {
    const { click, hasToast } = await open();
    await click('Copy URL');
    await waitFor(() => expect(hasToast('URL Copied!')).toBe(true));
    expect(await navigator.clipboard.readText()).toBe(campaign.landingUrl);
  });

  it('bases the next save on the version that was saved', async () => {
    const { set, save, sentOf } = await open({
      UpdateCampaign: ({ input }) => saved({ ...(input as object), version: 6 }),
    });
    await set('Headline', 'One');
    await save();
    await waitFor(() => expect(sentOf('UpdateCampaign')).toHaveLength(1));
    await set('Headline', 'Two');
    await save();
    await waitFor(() => expect(sentOf('UpdateCampaign')[1]).toMatchObject({ expectedVersion: 6 }));
  });

  it('shows both headlines if somebody else changed it too', async () => {
    const { user, set, save, inputs } = await open({
      UpdateCampaign: ({ expectedVersion }) => {
        if (expectedVersion === 5)
          throw conflictWith({ ...campaign, headline: 'Theirs', subheadline: 'Also theirs', version: 8 });
        return saved({ version: 9 });
      },
    });
    await set('Headline', 'Mine');
    await save();
    await user.click(await screen.findByRole('radio', { name: 'Yours: Mine' }));
    expect(screen.getByRole('textbox', { name: 'Subheadline' })).toHaveProperty('value', 'Also theirs');
    await save();
    await waitFor(() => expect(inputs()[1]).toEqual({ headline: 'Mine' }));
  });

  it('takes the content of an open field editor when the campaign is saved', async () => {
    const { set, click, save, inputs } = await open();
    await click('Edit Full Name');
    await set('Label', 'Your name');
    await save();
    await waitFor(() => expect(inputs()).toHaveLength(1));
    expect(inputs()[0]).toMatchObject({ formFields: [{ id: 'fullName', label: 'Your name' }, {}, {}] });
  });

  it('refuses to save an incomplete field editor, with the error at the editor', async () => {
    const { user, click, save, inputs } = await open();
    await click('Edit Full Name');
    await user.clear(screen.getByRole('textbox', { name: 'Label' }));
    await save();
    await screen.findByText('Label is required.');
    expect(inputs()).toEqual([]);
  });

  it('asks before a link leaves while only the field editor was changed', async () => {
    const { user, set, click } = await open();
    await click('Edit Full Name');
    await set('Label', 'Your name');
    await user.click(screen.getByRole('link', { name: 'Back to Campaigns' }));
    await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' });
  });

  it.each([
    ['up', 1, 'note-2', 'Move Note up'],
    // It is the last one now, so its other button has the focus.
    ['down', 0, 'note', 'Move Note up'],
  ])('moves the right field %s, and focuses it, where two fields share a label', async (way, nth, moved, focused) => {
    const { click, labels } = await open();
    await click(`Move Note ${way}`, nth);
    expect(labels()).toEqual(['fullName', 'note-2', 'note']);
    const row = document.querySelector<HTMLElement>(`[data-field="${moved}"]`)!;
    await waitFor(() => expect(within(row).getByRole('button', { name: focused })).toBe(document.activeElement));
  });

  it('moves a field with the keyboard, and announces its label and position', async () => {
    layOutRows();
    const { user, labels, save, inputs } = await open();
    const handle = screen.getByRole('button', { name: 'Reorder Full Name' });
    act(() => handle.focus());
    await user.keyboard(' ');
    await screen.findByText('Picked up Full Name at position 1 of 3.');
    await user.keyboard('{ArrowDown}');
    await screen.findByText('Full Name is now at position 2 of 3.');
    await user.keyboard('{Escape}');
    await screen.findByText('Full Name is back where it was.');
    expect(labels()).toEqual(['fullName', 'note', 'note-2']);
    await user.keyboard(' ');
    await screen.findByText('Picked up Full Name at position 1 of 3.');
    await user.keyboard('{ArrowDown}');
    await screen.findByText('Full Name is now at position 2 of 3.');
    await user.keyboard(' ');
    await screen.findByText('Dropped Full Name at position 2 of 3.');
    await waitFor(() => expect(labels()).toEqual(['note', 'fullName', 'note-2']));
    expect(document.activeElement).toBe(handle);
    await save();
    await waitFor(() =>
      expect(inputs()[0]).toMatchObject({ formFields: [{ id: 'note' }, { id: 'fullName' }, { id: 'note-2' }] }),
    );
  });

  it('moves the right field with the keyboard where two fields share a label', async () => {
    layOutRows();
    const { user, labels } = await open();
    const handle = screen.getAllByRole('button', { name: 'Reorder Note' })[1]!;
    act(() => handle.focus());
    await user.keyboard(' ');
    await screen.findByText('Picked up Note at position 3 of 3.');
    await user.keyboard('{ArrowUp}');
    await screen.findByText('Note is now at position 2 of 3.');
    await user.keyboard(' ');
    await waitFor(() => expect(labels()).toEqual(['fullName', 'note-2', 'note']));
    expect(document.activeElement).toBe(handle);
  });

  it('restores a removed field in its place with Undo', async () => {
    const { click, labels } = await open();
    await click('Remove Note', 0);
    expect(labels()).toEqual(['fullName', 'note-2']);
    await click('Undo');
    expect(labels()).toEqual(['fullName', 'note', 'note-2']);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it.each([
    ['QR Code', 'qr', 'QR Code', campaign],
    ['Preview', 'preview', 'Preview', null],
  ])('opens %s at an address that Back leaves, and still guards the form', async (action, kind, title, edited) => {
    const { user, set, router } = await open({ QrCode: () => new Promise(() => undefined) }, edited);
    await set('Headline', 'Mine');
    const button = screen.getAllByRole('button', { name: action })[0]!;
    await user.click(button);
    await screen.findByRole('dialog', { name: title });
    expect(router.state.location.search).toBe(`?dialog=${kind}`);
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
    await act(() => router.navigate(`/?dialog=${kind}`));
    await screen.findByRole('dialog', { name: title });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.search).toBe(''));
    await user.click(await screen.findByRole('link', { name: 'Back to Campaigns' }));
    await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' });
  });

  it('chooses a layout and a color, and says how the button stays readable', async () => {
    const { user, set, save, inputs } = await open();
    await user.click(await screen.findByRole('radio', { name: 'Picture' }));
    await set('Brand Color', '#f97316');
    await screen.findByText('Button text turns dark so that it stays readable (6.1:1).');
    await set('Brand Color', '#0d9488');
    await screen.findByText('Darkened a little so that white button text stays readable (4.5:1).');
    await set('Brand Color', 'orange');
    await save();
    await screen.findByText('Enter a color as # and six hexadecimal digits.');
    expect(inputs()).toEqual([]);
    await set('Brand Color', '#1d4ed8');
    await screen.findByText('Button text is white (6.7:1).');
    await save();
    await waitFor(() => expect(inputs()).toEqual([{ layout: 'picture', brandColor: '#1d4ed8' }]));
  });

  it('shows the color of a client with white label in place of the default', async () => {
    const brand = { ...client.brand, color: '#f97316' };
    const { set, save, inputs } = await open(undefined, campaign, { ...client, whiteLabelEnabled: true, brand });
    const color = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Brand Color' });
    expect(color.value).toBe('#f97316');
    await screen.findByText('Button text turns dark so that it stays readable (6.1:1).');
    await set('Brand Color', '#1d4ed8');
    expect(color.value).toBe('#1d4ed8');
    await save();
    await waitFor(() => expect(inputs()).toEqual([{ brandColor: '#1d4ed8' }]));
  });

  it('changes the language with the default texts, and keeps those of your own', async () => {
    const german = {
      ...campaign,
      disclosure: languageTexts.en.disclosure,
      thankYouMessage: campaignTemplate.thankYouMessage,
    };
    const { user, set, save, inputs } = await open(undefined, german);
    const language = screen.getByRole('combobox', { name: 'Page Language' });
    const disclosure = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Consent text' });
    await user.selectOptions(language, 'Deutsch');
    expect(disclosure.value).toBe(languageTexts.de.disclosure);
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Thank You Message' }).value).toMatch(
      /^Wir haben Ihre Anfrage erhalten/,
    );
    await set('Consent text', 'Unser Text');
    await set('Thank You Message', 'Bis bald!');
    await user.selectOptions(language, 'Español');
    await save();
    await waitFor(() =>
      expect(inputs()).toEqual([{ language: 'es', disclosure: 'Unser Text', thankYouMessage: 'Bis bald!' }]),
    );
  });

  it('adds, moves and removes testimonials and questions, and refuses incomplete ones', async () => {
    const { user, set, click, save, inputs } = await open();
    await click('Add Testimonial');
    await set('Quote', 'On time.');
    await save();
    await screen.findByText('This text is required.');
    await set('Customer', 'Ann');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Stars' }), 'No stars');
    for (const question of ['Free?', 'Fast?', 'Fair?']) {
      await click('Add Question');
      const items = screen.getAllByRole('group', { name: /^Question \d$/ });
      await user.type(within(items.at(-1)!).getByRole('textbox', { name: 'Question' }), question);
      await user.type(within(items.at(-1)!).getByRole('textbox', { name: 'Answer' }), 'Yes.');
    }
    await click('Move Question 3 up');
    await click('Remove Question 1');
    await save();
    await waitFor(() =>
      expect(inputs()).toEqual([
        {
          testimonials: [{ quote: 'On time.', name: 'Ann', stars: null }],
          faq: [
            { question: 'Fair?', answer: 'Yes.' },
            { question: 'Fast?', answer: 'Yes.' },
          ],
        },
      ]),
    );
  });

  it('refuses a blank name with the server’s message', async () => {
    const { user, save, inputs } = await open();
    await user.clear(screen.getByRole('textbox', { name: 'Campaign Name' }));
    await save();
    await screen.findByText('Campaign name is required.');
    expect(inputs()).toEqual([]);
  });

  it('asks before a link discards unsaved changes, and not after saving', async () => {
    const { user, set, save, router, sentOf } = await open({ UpdateCampaign: () => saved({ headline: 'Mine' }) });
    await set('Headline', 'Mine');
    await user.click(screen.getByRole('link', { name: 'Back to Campaigns' }));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    await save();
    await waitFor(() => expect(sentOf('UpdateCampaign')).toHaveLength(1));
    await user.click(screen.getByRole('link', { name: 'Back to Campaigns' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
  });
});
