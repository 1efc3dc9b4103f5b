import { FAVICON_MAX_BYTES, LOGO_MAX_BYTES } from '@dripline/contract/limits';
import { isUUID } from 'class-validator';
import type { EntityManager } from 'typeorm';
import { apiKeyOf } from '../access/access';
import { recordLimitChanges } from '../billing/record-limit-changes';
import { savePageVersions } from '../campaigns/save-page-version';
import type { Context, Settings } from '../api/context';
import { fail } from '../api/errors';
import { assertVersion } from '../api/versions';
import { markUnusedMediaForDeletion } from '../files/mark-for-deletion';
import { type MediaRules, renderMedia, validateMedia } from '../files/validate-media';
import { deleteMarkedObjects } from '../jobs/sweep-objects';
import { releasePage } from '../leads/release-held-leads';
import { enqueueBulk } from '../outbox/enqueue';
import { assertFreeUsername } from '../sessions/free-username';
import { endAccountSessions, endClientSessions } from '../sessions/sessions';
import { hashPassword } from '../sessions/password';
import { assertValidPassword } from '../sessions/validate-password';
import { lockUsage } from '../usage/quota';
import type { Brand } from './brand.types';
import { cleanDomain } from './client-domain';
import { Client, ClientStatus } from './client.entity';
import type { UpdateClientInput } from './client.inputs';
import { assertLoginComplete } from './create-client';

/** Held leads that a request releases itself. */
const RELEASED_AT_ONCE = 20;

const brandMedia: MediaRules<'logoImageUrl' | 'faviconImageUrl' | 'socialImageUrl'> = {
  logoImageUrl: { kind: 'image', maxBytes: LOGO_MAX_BYTES, isOwnUpload: true },
  faviconImageUrl: { kind: 'image', maxBytes: FAVICON_MAX_BYTES, isOwnUpload: true },
  socialImageUrl: { kind: 'image', maxBytes: LOGO_MAX_BYTES, isOwnUpload: true },
};

/** Updates a client, and enqueues the release of the leads and messages that the change admits. */
export async function updateClient(
  ctx: Context,
  id: string,
  input: UpdateClientInput,
  expectedVersion?: number | null,
): Promise<Client> {
  const { dataSource, outboxRelay, settings, actor } = ctx;
  if (input.brand) await renderMedia(ctx, brandMedia, input.brand, 'brand.');
  if (input.password) assertValidPassword('password', input.password, input.username ?? null);
  const passwordHash = input.password ? await hashPassword(input.password) : undefined;
  const updated = await dataSource.transaction(async (db) => {
    if (isUUID(id)) await assertVersion(db, Client, { id }, expectedVersion);
    const client = isUUID(id)
      ? await db
          .createQueryBuilder(Client, 'client')
          .addSelect('client.passwordHash')
          // This lock mode does not block inserts of rows that refer to the client.
          .setLock('for_no_key_update')
          .where({ id })
          .getOne()
      : null;
    if (!client) throw fail('NOT_FOUND', 'Client not found');
    const previousName = client.businessName;
    const previousLogin = loginOf(client);
    const previousBrand = client.brand;
    const { password: _, username, domain, ...rest } = input;
    const definedFields = Object.fromEntries(
      Object.entries(rest).filter(([, value]) => value !== undefined && value !== null),
    );
    Object.assign(
      client,
      definedFields,
      username === undefined ? {} : { username: username?.trim() || null },
      passwordHash ? { passwordHash } : {},
      domain == null ? {} : { domain: cleanDomain(domain, settings) },
    );
    // With the client's login or link, a key could do what its scopes do not include.
    if (apiKeyOf(actor) && (passwordHash || loginOf(client) !== previousLogin))
      throw fail('FORBIDDEN', 'API keys cannot change how a client signs in.');
    assertLoginComplete(client.authEnabled, client.username, client.passwordHash !== null);
    if (username?.trim()) await assertFreeUsername(db, username.trim(), id);
    // Locking the counters ensures that nothing is admitted under the old limits after the new ones commit.
    await lockUsage(db, id);
    if (input.brand) client.brand = await validBrand(db, settings, client, previousBrand);
    await recordLimitChanges(db, actor, [id], definedFields);
    await db.save(client);
    if (input.brand) await markUnusedMediaForDeletion(db, imagesOf(previousBrand));
    if (client.businessName !== previousName) await savePageVersions(db, id);
    if (!client.authEnabled || client.status === ClientStatus.inactive) await endClientSessions(db, id);
    else if (passwordHash) await endAccountSessions(db, { clientId: id });
    if (definedFields['webhooksEnabled'] === false) await enqueueBulk(db, 'cancel_deliveries_of_client', id);
    await enqueueBulk(db, 'wake_client', id);
    await enqueueBulk(db, 'release_leads', id);
    return db.findOneByOrFail(Client, { id });
  });
  // The first ones at once, so that the caller sees their effect. The outbox does the rest.
  await releasePage(dataSource, id, settings, RELEASED_AT_ONCE);
  outboxRelay.wake();
  if (input.brand) void deleteMarkedObjects(ctx);
  return updated;
}

/** Returns the brand to store: without surrounding blanks, and with the paths of its images, which it validates. */
async function validBrand(
  db: EntityManager,
  settings: Settings,
  { id: clientId, brand }: Client,
  before: Brand,
): Promise<Brand> {
  const media = { ...brand, productName: brand.productName.trim(), color: brand.color.toLowerCase() };
  await validateMedia(db, settings, { rules: brandMedia, before, media, clientId, path: 'brand.' });
  return media;
}

const imagesOf = ({ logoImageUrl, faviconImageUrl, socialImageUrl }: Brand) => [
  logoImageUrl,
  faviconImageUrl,
  socialImageUrl,
];

const loginOf = ({ username, authEnabled, linkReadOnly }: Client) =>
  JSON.stringify([username, authEnabled, linkReadOnly]);
