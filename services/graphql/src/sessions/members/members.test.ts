import { MAX_MEMBERS } from '@dripline/contract/limits';
import type { ContractError } from '@dripline/runtime/http/request';
import { Secret, TOTP } from 'otpauth';
import { createCampaign, createClient, createLead } from '../../testing/fixtures';
import {
  AuditEntriesDocument,
  BeginAuthenticatorDocument,
  ChangePasswordDocument,
  ClientActivityDocument,
  ConfirmAuthenticatorDocument,
  CreateApiKeyDocument,
  CreateCampaignDocument,
  CreateClientDocument,
  CreateLeadNoteDocument,
  CreateMemberDocument,
  type CreateMemberInput,
  CreateSavedViewDocument,
  DeleteClientDocument,
  DeleteMemberDocument,
  LeadNotesDocument,
  MembersDocument,
  ResetSecondFactorDocument,
  type SavedViewQueryInput,
  SavedViewsDocument,
  SignInClientDocument,
  UpdateClientDocument,
  UpdateLeadDocument,
  UpdateLeadNoteDocument,
  UpdateMemberDocument,
  ViewerDocument,
} from '../../testing/operations/generated';
import { type Caller, startTestServer, type TestServer } from '../../testing/test-server';

describe('members of a client’s team', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ rateLimits: false })));
  afterAll(() => server.stop());

  const PASSWORD = 'green apples on tuesday';
  let last = 0;
  const add = async (client: { id: string; call: Caller }, input: Partial<CreateMemberInput> = {}) => {
    const username = `member-${(last += 1)}`;
    const { createMember } = await client.call(CreateMemberDocument, {
      clientId: client.id,
      input: { name: `Member ${last}`, username, password: PASSWORD, role: 'staff', ...input },
    });
    return createMember;
  };
  const signIn = (username: string, password = PASSWORD) => server.signInClient(username, password);
  const join = async (client: { id: string; call: Caller }, input: Partial<CreateMemberInput> = {}) => {
    const member = await add(client, input);
    return { ...member, call: await signIn(member.username) };
  };
  const viewerOf = async (call: Caller) => (await call(ViewerDocument, {})).viewer;
  const codeOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'OK',
      (error: ContractError) => error.code,
    );

  it('sign in with a username of their own and see the client’s dashboard', async () => {
    const client = await createClient(server);
    const ann = await join(client, { name: ' Ann Lee ', role: 'owner' });
    expect(await viewerOf(ann.call)).toMatchObject({
      user: null,
      client: { id: client.id },
      member: { id: ann.id, name: 'Ann Lee', role: 'owner' },
    });
    expect((await viewerOf(client.call)).member).toBeNull();
    // An owner adds further members.
    const bob = await add({ id: client.id, call: ann.call });
    const { members } = (await client.call(MembersDocument, { id: client.id })).client;
    expect(members.nodes.map(({ id }) => id)).toEqual([ann.id, bob.id]);
    expect(await codeOf(server.visitor(SignInClientDocument, { username: bob.username, password: 'wrong' }))).toBe(
      'UNAUTHENTICATED',
    );
  });

  it('with the role staff work with leads under their own name, and change nothing of the business', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const { id: leadId } = await createLead(server, client, campaign, { fullName: 'Cy', phone: '(415) 555-2671' });
    const ann = await join(client, { name: 'Ann Lee' });
    const bob = await join(client, { name: 'Bob Ray' });
    await ann.call(UpdateLeadDocument, { id: leadId, input: { status: 'contacted' } });
    const { createLeadNote: note } = await ann.call(CreateLeadNoteDocument, { leadId, body: 'Called' });
    expect(note).toMatchObject({ authorName: 'Ann Lee', isOwn: true });
    expect((await bob.call(LeadNotesDocument, { id: leadId, first: 10 })).lead.notes.nodes).toMatchObject([
      { authorName: 'Ann Lee', isOwn: false },
    ]);
    expect(await codeOf(bob.call(UpdateLeadNoteDocument, { id: note.id, body: 'Mine' }))).toBe('FORBIDDEN');
    const forbidden = [
      ann.call(CreateCampaignDocument, { clientId: client.id, input: { name: 'Mine' } }),
      ann.call(CreateApiKeyDocument, { clientId: client.id, input: { name: 'Mine', scopes: ['read_all'] } }),
      ann.call(MembersDocument, { id: client.id }),
      add({ id: client.id, call: ann.call }),
      ann.call(UpdateMemberDocument, { id: ann.id, input: { role: 'owner' } }),
      ann.call(DeleteMemberDocument, { id: bob.id }),
    ];
    expect(await Promise.all(forbidden.map(codeOf))).toEqual(forbidden.map(() => 'FORBIDDEN'));
    // The role counts from the next request on.
    await client.call(UpdateMemberDocument, { id: ann.id, input: { role: 'owner' } });
    expect(await codeOf(ann.call(MembersDocument, { id: client.id }))).toBe('OK');
    const { auditEntries } = await server.admin(AuditEntriesDocument, { filter: { clientId: client.id }, first: 50 });
    expect(auditEntries.nodes.find(({ operation }) => operation === 'updateLead')).toMatchObject({
      actor: 'client',
      actorName: 'Ann Lee',
    });
    const { activity } = (await client.call(ClientActivityDocument, { clientId: client.id, first: 50 })).client;
    const nameOf = (operation: string) => activity.nodes.find((node) => node.operation === operation)?.memberName;
    // The agency's administrators stay unnamed.
    expect(['updateLead', 'createCampaign'].map(nameOf)).toEqual(['Ann Lee', null]);
  });

  it('are out of reach of other clients', async () => {
    const client = await createClient(server);
    const other = await createClient(server);
    const member = await add(client);
    const attempts = [
      other.call(MembersDocument, { id: client.id }),
      add({ id: client.id, call: other.call }),
      other.call(UpdateMemberDocument, { id: member.id, input: { password: 'another horse battery' } }),
      other.call(DeleteMemberDocument, { id: member.id }),
    ];
    expect(await Promise.all(attempts.map(codeOf))).toEqual(attempts.map(() => 'NOT_FOUND'));
    await signIn(member.username);
  });

  it('have usernames that no client and no other member has, regardless of case and under concurrent requests', async () => {
    const client = await createClient(server);
    const other = await createClient(server);
    const taken = { username: 'This username is taken. Choose another one.' };
    for (const username of [client.login.username.toUpperCase(), other.login.username])
      await expect(add(client, { username })).rejects.toMatchObject({ code: 'CONFLICT', fields: taken });
    const details = { businessName: 'Twin', contactEmail: 'a@example.com', notificationPhone: '+14155550100' };
    const attempts = Array.from({ length: 12 }, (_, n) => {
      const username = ['twin', 'TWIN', 'Twin'][n % 3]!;
      return n % 2 === 0
        ? add(n % 4 === 0 ? client : other, { username })
        : server.admin(CreateClientDocument, { input: { ...details, username, password: PASSWORD } });
    });
    const codes = await Promise.all(attempts.map(codeOf));
    expect(codes.filter((code) => code === 'OK')).toHaveLength(1);
    expect(codes.filter((code) => code === 'CONFLICT')).toHaveLength(11);
    const member = await add(client);
    await expect(
      server.admin(UpdateClientDocument, { id: other.id, input: { username: member.username } }),
    ).rejects.toMatchObject({ fields: taken });
    // A client keeps its own username.
    await server.admin(UpdateClientDocument, { id: other.id, input: { username: other.login.username.toUpperCase() } });
  });

  it('are signed out by a new password, by their removal, and while the client’s login is closed', async () => {
    const client = await createClient(server);
    const ann = await join(client);
    const isIn = async () => (await viewerOf(ann.call)).member !== null;
    expect(await isIn()).toBe(true);
    await client.call(UpdateMemberDocument, { id: ann.id, input: { password: 'yellow pears on friday' } });
    expect(await isIn()).toBe(false);
    expect(await codeOf(signIn(ann.username))).toBe('UNAUTHENTICATED');
    ann.call = await signIn(ann.username, 'yellow pears on friday');
    // The password of the client is not theirs.
    await server.admin(UpdateClientDocument, { id: client.id, input: { password: 'client password again' } });
    expect(await isIn()).toBe(true);
    await server.admin(UpdateClientDocument, { id: client.id, input: { status: 'inactive' } });
    expect(await isIn()).toBe(false);
    expect(await codeOf(signIn(ann.username, 'yellow pears on friday'))).toBe('FORBIDDEN');
    await server.admin(UpdateClientDocument, { id: client.id, input: { status: 'active' } });
    expect(await isIn()).toBe(false);
    ann.call = await signIn(ann.username, 'yellow pears on friday');
    await server.admin(DeleteMemberDocument, { id: ann.id });
    expect(await isIn()).toBe(false);
    expect(await codeOf(signIn(ann.username, 'yellow pears on friday'))).toBe('UNAUTHENTICATED');
    // A deleted client frees the usernames of its team at once.
    const bob = await add(await createClient(server));
    const { id: gone, call } = await createClient(server);
    const cy = await add({ id: gone, call });
    await server.admin(DeleteClientDocument, { id: gone });
    expect(await codeOf(signIn(cy.username))).toBe('UNAUTHENTICATED');
    await add(await createClient(server), { username: cy.username });
    expect(await codeOf(signIn(bob.username))).toBe('OK');
  });

  it('change their own password and have a second factor of their own, which the agency can reset', async () => {
    const client = await createClient(server);
    const ann = await join(client);
    const newPassword = 'blue grapes on sunday';
    await ann.call(ChangePasswordDocument, { currentPassword: PASSWORD, newPassword });
    ann.call = await signIn(ann.username, newPassword);
    const { secret } = (await ann.call(BeginAuthenticatorDocument, {})).beginAuthenticator;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await ann.call(ConfirmAuthenticatorDocument, { code });
    expect(await codeOf(signIn(ann.username, newPassword))).toBe('SECOND_FACTOR_REQUIRED');
    await signIn(client.login.username, client.login.password);
    await server.admin(ResetSecondFactorDocument, { id: ann.id });
    expect((await viewerOf(ann.call)).member).toBeNull();
    await signIn(ann.username, newPassword);
  });

  it('cannot change their own role or remove themselves', async () => {
    const client = await createClient(server);
    const ann = await join(client, { role: 'owner' });
    await expect(ann.call(UpdateMemberDocument, { id: ann.id, input: { role: 'staff' } })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { role: 'You cannot change your own role. Ask another owner.' },
    });
    expect(await codeOf(ann.call(DeleteMemberDocument, { id: ann.id }))).toBe('CONFLICT');
    const { updateMember } = await ann.call(UpdateMemberDocument, { id: ann.id, input: { name: 'Ann' } });
    expect(updateMember).toMatchObject({ name: 'Ann', version: 2 });
    const stale = client.call(UpdateMemberDocument, { id: ann.id, input: { name: 'Anna' }, expectedVersion: 1 });
    expect(await codeOf(stale)).toBe('CONFLICT');
  });

  it('have saved views of their own', async () => {
    const client = await createClient(server);
    const ann = await join(client);
    const query: SavedViewQueryInput = {
      filter: { tag: 'VIP' },
      orderBy: 'createdAt',
      direction: 'desc',
      layout: 'table',
      hiddenColumns: [],
    };
    const save = (call: Caller) => call(CreateSavedViewDocument, { clientId: client.id, name: 'Hot', query });
    await save(ann.call);
    await save(client.call);
    expect(await codeOf(save(ann.call))).toBe('BAD_USER_INPUT');
    const views = async (call: Caller) =>
      (await call(SavedViewsDocument, { clientId: client.id })).client.savedViews.nodes.length;
    expect([await views(ann.call), await views(client.call), await views(server.admin)]).toEqual([1, 1, 0]);
  });

  it('are limited in number, and their details are checked', async () => {
    const client = await createClient(server);
    await server.dataSource.query(
      `INSERT INTO members (client_id, name, username, role, password_hash) SELECT $1, 'M', 'many-' || n, 'staff', '' FROM generate_series(2, $2::int) n`,
      [client.id, MAX_MEMBERS],
    );
    await add(client);
    await expect(add(client)).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
    for (const [input, field] of [
      [{ name: ' ' }, 'name'],
      [{ username: ' ' }, 'username'],
      [{ password: 'short' }, 'password'],
      [{ password: 'password1234' }, 'password'],
    ] as const)
      await expect(add(client, input)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { [field]: expect.any(String) },
      });
  });
});
