import {
  AcceptAdminInvitationDocument,
  AdminInvitationsDocument,
  AdminsDocument,
  CreateAdminInvitationDocument,
  CurrentUserDocument,
  DeleteAdminDocument,
  DeleteAdminInvitationDocument,
  SignInDocument,
} from '../../testing/operations/generated';
import { request } from '@dripline/runtime/http/request';
import { createClient } from '../../testing/fixtures';
import { ADMIN, startTestServer, type TestServer } from '../../testing/test-server';

describe('administrators', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());
  afterEach(() =>
    server.dataSource.query(`DELETE FROM admin_invitations; DELETE FROM users WHERE username <> 'admin'`),
  );

  const invite = async () => (await server.admin(CreateAdminInvitationDocument, {})).createAdminInvitation;
  const tokenOf = ({ link }: { link?: string | null }) => link!.split('#')[1]!;
  const accept = (token: string, username: string, password = 'one more password') =>
    request(server.url, AcceptAdminInvitationDocument, { token, username, password });
  const join = async (username: string) => {
    const { data, headers } = await accept(tokenOf(await invite()), username);
    return { id: data.acceptAdminInvitation.id, cookie: headers.getSetCookie()[0]!.split(';')[0]! };
  };
  const nameOf = (cookie: string) =>
    server.visitor(CurrentUserDocument, {}, { cookie }).then(({ currentUser }) => currentUser.username);

  it('invite others with a link that is shown once, works once and signs in', async () => {
    const invitation = await invite();
    expect(invitation).toMatchObject({
      invitedBy: 'admin',
      link: expect.stringMatching(/^http:\/\/localhost:8080\/admin\/join#[\w-]{43}$/),
    });
    const { adminInvitations } = await server.admin(AdminInvitationsDocument, {});
    expect(adminInvitations.nodes.map(({ id }) => id)).toEqual([invitation.id]);
    expect(
      JSON.stringify([adminInvitations, await server.dataSource.query('SELECT * FROM admin_invitations')]),
    ).not.toContain(tokenOf(invitation));
    const { data, headers } = await accept(tokenOf(invitation), ' Sam ');
    expect(data.acceptAdminInvitation.username).toBe('Sam');
    expect(headers.getSetCookie()[0]).toMatch(/SameSite=Strict$/);
    expect(await nameOf(headers.getSetCookie()[0]!.split(';')[0]!)).toBe('Sam');
    await expect(accept(tokenOf(invitation), 'twice')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'This invitation was used or has expired. Ask for a new one.',
    });
    expect((await server.admin(AdminsDocument, {})).admins.nodes.map(({ username }) => username)).toEqual([
      'admin',
      'Sam',
    ]);
    await expect(
      request(server.url, SignInDocument, { username: 'sam', password: 'one more password' }),
    ).resolves.toBeDefined();
  });

  it('cannot be added with an expired, revoked or invented link, or twice concurrently', async () => {
    const [late, back, raced] = [await invite(), await invite(), await invite()];
    await server.dataSource.query(
      `UPDATE admin_invitations SET expires_at = now() - interval '1 second' WHERE id = $1`,
      [late.id],
    );
    await server.admin(DeleteAdminInvitationDocument, { id: back.id });
    for (const token of [tokenOf(late), tokenOf(back), 'a'.repeat(43)])
      await expect(accept(token, 'late')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(server.admin(DeleteAdminInvitationDocument, { id: back.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect((await server.admin(AdminInvitationsDocument, {})).adminInvitations.nodes.map(({ id }) => id)).toEqual([
      raced.id,
    ]);
    const answers = await Promise.allSettled(['first', 'second', 'third'].map((name) => accept(tokenOf(raced), name)));
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect((await server.admin(AdminsDocument, {})).admins.nodes).toHaveLength(2);
  });

  it('keep the invitation if the username is taken or the password is too weak', async () => {
    const token = tokenOf(await invite());
    await expect(accept(token, 'ADMIN')).rejects.toMatchObject({
      code: 'CONFLICT',
      fields: { username: 'This username is taken. Choose another one.' },
    });
    await expect(accept(token, 'sam', 'Password2026!')).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { password: expect.any(String) },
    });
    await expect(accept(token, '  ')).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { username: expect.any(String) },
    });
    await expect(accept(token, 'sam')).resolves.toBeDefined();
  });

  it('can delete each other with all sessions and invitations, but not themselves', async () => {
    const sam = await join('sam');
    const { data } = await request(server.url, CreateAdminInvitationDocument, {}, { headers: { cookie: sam.cookie } });
    const own = (await server.admin(AdminsDocument, {})).admins.nodes[0]!.id;
    await expect(server.admin(DeleteAdminDocument, { id: own })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'You cannot delete your own account. Ask another administrator to delete it.',
    });
    await server.admin(DeleteAdminDocument, { id: sam.id });
    await expect(nameOf(sam.cookie)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(accept(tokenOf(data.createAdminInvitation), 'back again')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    for (const id of [sam.id, 'nobody'])
      await expect(server.admin(DeleteAdminDocument, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('can never all be deleted: of two who delete each other concurrently, one remains', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await join(`one-${round}`), await join(`two-${round}`)];
      const answers = await Promise.allSettled([
        server.visitor(DeleteAdminDocument, { id: two.id }, { cookie: one.cookie }),
        server.visitor(DeleteAdminDocument, { id: one.id }, { cookie: two.cookie }),
      ]);
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
    expect((await server.admin(AdminsDocument, {})).admins.nodes).toHaveLength(6);
  });

  it('can be listed, invited and deleted only by administrators', async () => {
    const { call } = await createClient(server);
    const { id } = (await server.admin(AdminsDocument, {})).admins.nodes[0]!;
    for (const ask of [
      call(AdminsDocument, {}),
      call(CreateAdminInvitationDocument, {}),
      call(DeleteAdminDocument, { id }),
    ])
      await expect(ask).rejects.toMatchObject({ code: 'FORBIDDEN' });
    for (const ask of [server.visitor(AdminsDocument, {}), server.visitor(CreateAdminInvitationDocument, {})])
      await expect(ask).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(request(server.url, SignInDocument, ADMIN)).resolves.toBeDefined();
  });
});
