import { CreateClientDocument, SubmitLeadDocument } from '../testing/operations/generated';
import { Client } from '../clients/client.entity';
import { startTestServer, type TestServer } from '../testing/test-server';

describe('a control character', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  it('is rejected with the path of the field that contains it', async () => {
    const input = { businessName: 'Ac\u0007me', contactEmail: 'a@b.example', notificationPhone: '+14155550100' };
    await expect(server.admin(CreateClientDocument, { input })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { businessName: expect.any(String) as string },
    });
    const lead = { client: 'acme', slug: 'spring', formData: { full: { name: ['Ann', 'Lee\u0000'] } } };
    await expect(server.visitor(SubmitLeadDocument, lead)).rejects.toMatchObject({
      fields: { 'formData.full.name.1': expect.any(String) as string },
    });
    await expect(
      server.visitor(SubmitLeadDocument, { ...lead, formData: { 'na\u0000me': 'Ann' } }),
    ).rejects.toMatchObject({ fields: { 'formData.name': expect.any(String) as string } });
    expect(await server.dataSource.manager.count(Client)).toBe(0);
  });

  it('is accepted in form data unless it is NUL; newlines and tabs are always accepted', async () => {
    const lead = { client: 'acme', slug: 'spring', formData: { note: 'one\u000btwo' } };
    await expect(server.visitor(SubmitLeadDocument, lead)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(server.visitor(SubmitLeadDocument, { ...lead, client: 'ac\n\tme' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('is rejected in string literals of a query', async () => {
    const query = 'mutation { signIn(username: "a\\u0000", password: "b") { id } }';
    const answer = await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      errors: [{ extensions: { code: 'BAD_USER_INPUT', fields: { username: expect.any(String) as string } } }],
    });
  });
});
