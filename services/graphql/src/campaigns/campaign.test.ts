import { languageTexts } from '@dripline/contract/rules/languages';
import {
  CampaignDocument,
  CampaignsDocument,
  CreateCampaignDocument,
  DeleteCampaignDocument,
  RecordLandingViewDocument,
  UpdateCampaignDocument,
  UpdateClientDocument,
} from '../testing/operations/generated';
import { createCampaign, createClient } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';

describe('campaigns', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  const create = (clientId: string, input: Parameters<typeof createCampaign>[2]) =>
    createCampaign(server, clientId, { formFields: [], ...input });

  it('derive a blank slug from the name, normalize a given one, and reject a taken one', async () => {
    const { id } = await createClient(server);
    expect((await create(id, { name: 'Spring -- Offer! 2026' })).slug).toBe('spring-offer-2026');
    expect((await create(id, { name: 'Spring Offer 2026', slug: '' })).slug).toBe('spring-offer-2026-2');
    expect((await create(id, { name: 'x', slug: 'My Slug' })).slug).toBe('my-slug');
    await expect(create(id, { name: 'x', slug: 'my-slug' })).rejects.toMatchObject({
      code: 'CONFLICT',
      fields: { slug: expect.any(String) },
    });
    await expect(create(id, { name: 'x', slug: '!!!' })).rejects.toMatchObject({
      fields: { slug: expect.any(String) },
    });
    expect((await create(id, { name: 'Ünïcode 春' })).slug).toBe('unicode');
  });

  it('have the defaults of the product spec', async () => {
    const { id, handle } = await createClient(server);
    const campaign = await create(id, { name: 'Plain' });
    expect(campaign).toMatchObject({
      status: 'active',
      logoSize: 64,
      formImageSize: 160,
      submitButtonText: 'Get My Free Info',
      postSubmissionType: 'message',
      layout: 'split',
      brandColor: '#146c74',
      formTitle: '',
      contactPhone: '',
      contactAddress: '',
      testimonials: [],
      faq: [],
      landingUrl: `http://localhost:8080/landing/${handle}/plain`,
    });
  });

  it('give every form field a unique id and a placeholder', async () => {
    const { id } = await createClient(server);
    const { formFields } = await create(id, {
      name: 'Form',
      formFields: [
        { type: 'text', label: 'Full Name' },
        { type: 'text', label: 'full-name', required: false },
        { type: 'text', label: '電話' },
        { type: 'select', label: 'Age', options: ['1', ' 2 ', ''] },
        { id: 'waterHeaterAge', type: 'text', label: 'Age of heater', placeholder: 'e.g. 5' },
      ],
    });
    expect(formFields.map((field) => field.id)).toEqual(['fullname', 'fullname-2', 'field', 'age', 'waterHeaterAge']);
    expect(formFields[0]).toMatchObject({ placeholder: 'Full Name', required: true });
    expect(formFields[1]).toMatchObject({ required: false });
    expect(formFields[3]!.options).toEqual(['1', '2']);
    expect(formFields[4]!.placeholder).toBe('e.g. 5');
  });

  it('keep a form field’s id when its label changes', async () => {
    const { id, call } = await createClient(server);
    const campaign = await create(id, {
      name: 'Renamed',
      formFields: [
        { type: 'text', label: 'Full Name' },
        { type: 'text', label: '電話' },
      ],
    });
    const fields = campaign.formFields.map(({ id: own, type }) => ({ id: own, type, label: 'Another' }));
    const formFields = [{ type: 'text' as const, label: 'Full Name' }, ...fields];
    const { updateCampaign } = await call(UpdateCampaignDocument, { id: campaign.id, input: { formFields } });
    expect(updateCampaign.formFields.map(({ id: own, label }) => [own, label])).toEqual([
      ['fullname-2', 'Full Name'],
      ['fullname', 'Another'],
      ['field', 'Another'],
    ]);
  });

  it('keep their design, show it to visitors, and take its defaults back', async () => {
    const { id, handle, call } = await createClient(server);
    const design = {
      layout: 'picture' as const,
      brandColor: '#F97316',
      formTitle: 'Book a visit',
      contactPhone: '+1 (415) 555-0110',
      contactAddress: '12 Mill Street',
      testimonials: [
        { quote: 'On time.', name: 'Ann', stars: 5 },
        { quote: 'Friendly.', name: 'Bo', stars: null },
      ],
      faq: [{ question: 'Is it free?', answer: 'Yes.\nAlways.' }],
    };
    const campaign = await create(id, { name: 'Designed', ...design });
    expect(campaign).toMatchObject(design);
    const renamed = await call(UpdateCampaignDocument, { id: campaign.id, input: { name: 'Renamed' } });
    expect(renamed.updateCampaign).toMatchObject(design);
    const { recordLandingView } = await server.visitor(RecordLandingViewDocument, {
      client: handle,
      slug: campaign.slug,
    });
    expect(recordLandingView).toMatchObject(design);
    const cleared = { brandColor: '', formTitle: '', contactPhone: '', contactAddress: '', testimonials: [], faq: [] };
    const { updateCampaign } = await call(UpdateCampaignDocument, {
      id: campaign.id,
      input: { layout: 'split', ...cleared },
    });
    expect(updateCampaign).toMatchObject({ layout: 'split', ...cleared, brandColor: '#146c74' });
  });

  it('have a language, which their default disclosure follows', async () => {
    const { id, call } = await createClient(server);
    const campaign = await create(id, { name: 'Oferta', language: 'es' });
    expect(campaign).toMatchObject({
      language: 'es',
      disclosure: languageTexts.es.disclosure,
      submitButtonText: languageTexts.es.submit,
    });
    const update = async (input: object) =>
      (await call(UpdateCampaignDocument, { id: campaign.id, input })).updateCampaign.disclosure;
    expect(await update({ language: 'fr' })).toBe(languageTexts.fr.disclosure);
    expect(await update({ disclosure: 'Ours' })).toBe('Ours');
    expect(await update({ language: 'de' })).toBe('Ours');
    expect(await update({ disclosure: ' ' })).toBe(languageTexts.de.disclosure);
  });

  it('link to their active translations, one for each language, and only to those', async () => {
    const { id, handle, call } = await createClient(server);
    const other = await create((await createClient(server)).id, { name: 'Elsewhere', language: 'pt' });
    const older = await create(id, { name: 'Older' });
    const original = await create(id, { name: 'Offer' });
    const translate = (language: 'en' | 'es' | 'fr', name: string) =>
      create(id, { name, language, translationOfId: original.id });
    const spanish = await translate('es', 'Oferta');
    await translate('es', 'Otra oferta');
    const french = await translate('fr', 'Offre');
    await translate('en', 'The same');
    await call(UpdateCampaignDocument, { id: older.id, input: { translationOfId: original.id } });
    const alone = await create(id, { name: 'Alone', language: 'de' });
    const linked = async (slug: string) =>
      (await server.visitor(RecordLandingViewDocument, { client: handle, slug })).recordLandingView.translations;
    expect(await linked('offer')).toEqual([
      { language: 'es', slug: 'oferta' },
      { language: 'fr', slug: 'offre' },
    ]);
    expect(await linked('oferta')).toEqual([
      { language: 'en', slug: 'offer' },
      { language: 'fr', slug: 'offre' },
    ]);
    const update = (campaignId: string, input: object) =>
      call(UpdateCampaignDocument, { id: campaignId, input }).then(({ updateCampaign }) => updateCampaign);
    expect(await update(french.id, { translationOfId: spanish.id })).toMatchObject({ translationOfId: original.id });
    for (const [campaignId, translationOfId] of [
      [french.id, other.id],
      [original.id, alone.id],
      [original.id, french.id],
      [french.id, french.id],
      [french.id, 'x'],
    ] as const)
      await expect(update(campaignId, { translationOfId })).rejects.toMatchObject({
        fields: { translationOfId: expect.any(String) },
      });
    await update(french.id, { status: 'inactive' });
    expect(await linked('offer')).toEqual([{ language: 'es', slug: 'oferta' }]);
    await call(DeleteCampaignDocument, { id: original.id });
    // The translations still belong together, and one whose original is gone can be saved as a whole.
    await update(french.id, { status: 'active', translationOfId: original.id });
    expect(await linked('oferta')).toMatchObject([{ language: 'en', slug: 'older' }, { language: 'fr' }]);
    await update(alone.id, { translationOfId: spanish.id });
    expect(await linked('alone')).toHaveLength(3);
    expect(await update(spanish.id, { translationOfId: '' })).toMatchObject({ translationOfId: null });
    expect(await linked('oferta')).toEqual([]);
  });

  it('do not become translations of each other at the same time', async () => {
    const { id, call } = await createClient(server);
    const [one, other] = [await create(id, { name: 'One' }), await create(id, { name: 'Other', language: 'es' })];
    const update = (campaign: string, translationOfId: string) =>
      call(UpdateCampaignDocument, { id: campaign, input: { translationOfId } });
    const results = await Promise.allSettled([update(one.id, other.id), update(other.id, one.id)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('keep fields that an update omits, and replace the form as a whole', async () => {
    const { id, call } = await createClient(server);
    const campaign = await createCampaign(server, id, {
      headline: 'Hello',
      logoImageUrl: 'https://example.com/logo.png',
    });
    const { updateCampaign } = await call(UpdateCampaignDocument, {
      id: campaign.id,
      input: { subheadline: 'More', logoImageUrl: '', formFields: [{ type: 'email', label: 'Email' }] },
    });
    expect(updateCampaign).toMatchObject({
      headline: 'Hello',
      subheadline: 'More',
      logoImageUrl: null,
      slug: campaign.slug,
    });
    expect(updateCampaign.formFields.map((field) => field.id)).toEqual(['email']);
  });

  it('are inactive while archived, and leave the archive when restored or activated', async () => {
    const { id, call } = await createClient(server);
    const campaign = await createCampaign(server, id, {});
    const update = async (input: object) =>
      (await call(UpdateCampaignDocument, { id: campaign.id, input })).updateCampaign;
    expect(campaign).toMatchObject({ status: 'active', archivedAt: null });
    const archived = await update({ archived: true });
    expect(archived).toMatchObject({ status: 'inactive', archivedAt: expect.any(String) });
    expect(await update({ archived: true, name: 'Renamed' })).toMatchObject({ archivedAt: archived.archivedAt });
    expect(await update({ archived: false })).toMatchObject({ status: 'inactive', archivedAt: null });
    await update({ archived: true });
    expect(await update({ status: 'active' })).toMatchObject({ status: 'active', archivedAt: null });
    expect(await update({ archived: true, status: 'active' })).toMatchObject({ status: 'inactive' });
    await update({ archived: false, status: 'active' });
    expect(await update({ name: 'Again' })).toMatchObject({ status: 'active', archivedAt: null });
  });

  it('reject values out of range and URLs that could run a script', async () => {
    const { id } = await createClient(server);
    const bad: Parameters<typeof createCampaign>[2][] = [
      { name: '' },
      { logoSize: 31 },
      { formImageSize: 301 },
      { headline: 'x'.repeat(5001) },
      { logoImageUrl: 'javascript:alert(1)' },
      { formImageUrl: 'data:text/html,x' },
      { formImageUrl: 'http://example.com/van.png' },
      { formVideoUrl: 'HTTP://example.com/van.mp4' },
      { redirectUrl: 'http://example.com' },
      { redirectUrl: 'https://user:pw@example.com' },
      { redirectUrl: '\tjava\nscript:alert(1)' },
      { redirectUrl: 'https:\\\\evil.example' },
      { redirectUrl: 'https://evil\u3002example' },
      { redirectUrl: 'https://localhost:8080/api/auth/user' },
      { slug: 'x'.repeat(10_000) },
      { brandColor: 'teal' },
      { brandColor: '#14_c74' },
      { brandColor: '#146c74;}' },
      { formTitle: 'x'.repeat(201) },
      { contactPhone: 'call us' },
      { contactPhone: '123' },
      { contactAddress: 'x'.repeat(201) },
      { testimonials: Array(7).fill({ quote: 'Good.', name: 'Ann' }) },
      { faq: Array(13).fill({ question: 'Free?', answer: 'Yes.' }) },
    ];
    for (const input of bad) {
      const [name] = Object.keys(input!);
      await expect(create(id, { name: 'Bad', ...input })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { [name!]: expect.any(String) },
      });
    }
    await expect(create(id, { postSubmissionType: 'redirect' })).rejects.toMatchObject({
      fields: { redirectUrl: expect.any(String) },
    });
    await expect(create(id, { formFields: [{ type: 'select', label: 'Empty' }] })).rejects.toMatchObject({
      fields: { 'formFields[0].options': expect.any(String) },
    });
    await expect(create(id, { formFields: [{ type: 'text', label: ' ' }] })).rejects.toMatchObject({
      fields: { 'formFields.0.label': expect.any(String) },
    });
    const testimonials = [
      { quote: 'Good.', name: 'Ann', stars: 6 },
      { quote: ' ', name: '' },
    ];
    await expect(create(id, { testimonials })).rejects.toMatchObject({
      fields: {
        'testimonials.0.stars': 'Stars must be 1 to 5.',
        'testimonials.1.quote': expect.any(String),
        'testimonials.1.name': expect.any(String),
      },
    });
    await expect(create(id, { faq: [{ question: 'Free?', answer: 'x'.repeat(1001) }] })).rejects.toMatchObject({
      fields: { 'faq.0.answer': expect.any(String) },
    });
    expect((await server.admin(CampaignsDocument, { clientId: id })).client.campaigns.nodes).toEqual([]);
  });

  it('keep an http media URL that an earlier version stored, and reject a new one', async () => {
    const stored = 'http://example.com/van.png';
    const { id } = await createCampaign(server, (await createClient(server)).id);
    await server.dataSource.query('UPDATE campaigns SET form_image_url = $2 WHERE id = $1', [id, stored]);
    const save = (input: object) => server.admin(UpdateCampaignDocument, { id, input });
    expect((await save({ headline: 'Hello', formImageUrl: stored })).updateCampaign.formImageUrl).toBe(stored);
    await expect(save({ formImageUrl: 'http://example.com/bus.png' })).rejects.toMatchObject({
      fields: { formImageUrl: 'Enter a full https:// URL.' },
    });
    await expect(save({ logoImageUrl: stored })).rejects.toMatchObject({
      fields: { logoImageUrl: expect.any(String) },
    });
  });

  it('have a form of at most 64 kB', async () => {
    const client = await createClient(server);
    const form = (optionLength: number) =>
      Array.from({ length: 30 }, (_, n) => ({
        type: 'select' as const,
        label: `Field ${n}`,
        options: Array.from({ length: 10 }, () => '\u00e9'.repeat(optionLength)),
      }));
    await expect(createCampaign(server, client.id, { formFields: form(110) })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { formFields: 'A form must have at most 64 kB.' },
    });
    await createCampaign(server, client.id, { formFields: form(90) });
  });

  it('are limited exactly to the monthly limit under concurrent requests', async () => {
    const { id } = await createClient(server);
    await server.admin(UpdateClientDocument, { id, input: { monthlyCampaignLimit: 3 } });
    const results = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => create(id, { name: `Race ${n}` })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const rejected = results.find((result) => result.status === 'rejected');
    expect(rejected).toMatchObject({
      reason: {
        code: 'LIMIT_REACHED',
        message: 'Monthly campaign limit of 3 reached',
      },
    });
    expect((await server.admin(CampaignsDocument, { clientId: id })).client.campaigns.nodes).toHaveLength(3);
  });

  it('have unique slugs regardless of case, even with a hundred concurrent requests for the same one', async () => {
    const { id } = await createClient(server);
    await server.admin(UpdateClientDocument, { id, input: { monthlyCampaignLimit: 1_000 } });
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) => create(id, { name: `Twin ${n}`, slug: n % 2 ? 'same' : 'Same' })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CONFLICT' });
  });

  it('can be changed only by administrators and their own client', async () => {
    const own = await createClient(server);
    const other = await createClient(server);
    const open = await createClient(server, { authEnabled: false });
    const campaign = await createCampaign(server, own.id);
    const openCampaign = await createCampaign(server, open.id);
    const input = { name: 'Mine' };
    await expect(own.call(CreateCampaignDocument, { clientId: own.id, input })).resolves.toBeDefined();
    await expect(other.call(UpdateCampaignDocument, { id: campaign.id, input })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(other.call(DeleteCampaignDocument, { id: campaign.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(server.visitor(UpdateCampaignDocument, { id: openCampaign.id, input })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    expect((await server.visitor(CampaignDocument, { id: openCampaign.id })).campaign.id).toBe(openCampaign.id);
  });
});
