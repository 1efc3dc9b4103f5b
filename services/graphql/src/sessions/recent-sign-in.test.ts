import { type ContractError } from '@dripline/runtime/http/request';
import { createCampaign, createClient, createLead } from '../testing/fixtures';
import {
  BeginAuthenticatorDocument,
  BeginPasskeyDocument,
  ClientsDocument,
  CreateWebhookDocument,
  DeleteClientDocument,
  ErasePersonDocument,
  LeadsCsvDocument,
  RecentSignInDocument,
  RotateWebhookSecretDocument,
  UpdateClientDocument,
} from '../testing/operations/generated';
import { startTestServer, type TestServer } from '../testing/test-server';

describe('a sensitive action', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  const codeOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'OK',
      (error: ContractError) => error.code,
    );
  const age = (minutes: number) =>
    server.dataSource.query('UPDATE sessions SET created_at = now() - make_interval(mins => $1)', [minutes]);

  it('needs a sign-in of the last 15 minutes, and other actions do not', async () => {
    const client = await createClient(server);
    await server.admin(UpdateClientDocument, { id: client.id, input: { webhooksEnabled: true } });
    const { createWebhook } = await client.call(CreateWebhookDocument, {
      clientId: client.id,
      input: { url: 'https://crm.example.com/', events: ['lead.created'] },
    });
    const actions = [
      () => client.call(RotateWebhookSecretDocument, { id: createWebhook.id }),
      () => client.call(ErasePersonDocument, { clientId: client.id, phone: '(415) 555-2671' }),
      () => client.call(LeadsCsvDocument, { clientId: client.id }),
      () => client.call(BeginPasskeyDocument, {}),
      () => client.call(BeginAuthenticatorDocument, {}),
      () => client.call(RecentSignInDocument, {}),
      () => server.admin(LeadsCsvDocument, { clientId: client.id }),
      () => server.admin(DeleteClientDocument, { id: client.id }),
    ];
    await age(16);
    for (const action of actions) expect(await codeOf(action())).toBe('RECENT_SIGN_IN_REQUIRED');
    expect(await codeOf(server.admin(ClientsDocument, {}))).toBe('OK');
    await age(14);
    for (const action of actions) expect(await codeOf(action())).toBe('OK');
  });

  it('by the holder of a dashboard link, who cannot sign in, needs none', async () => {
    const client = await createClient(server, { authEnabled: false, username: '', password: '' });
    await createLead(server, client, await createCampaign(server, client.id));
    expect(await codeOf(server.visitor(LeadsCsvDocument, { clientId: client.id }))).toBe('OK');
    expect(await codeOf(server.visitor(RecentSignInDocument, {}))).toBe('OK');
  });
});
