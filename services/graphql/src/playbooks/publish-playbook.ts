import { isUUID } from 'class-validator';
import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import type { Context } from '../api/context';
import { fail, fieldError } from '../api/errors';
import { assertVersion } from '../api/versions';
import { nameOfAccount } from '../sessions/name-of-account';
import { loadPlaybookContent, type PlaybookContent } from './playbook-content';
import { PlaybookCopy } from './playbook-copy.entity';
import { Playbook, PlaybookVersion } from './playbook.entity';
import type { CreatePlaybookInput } from './playbook.inputs';

/** Creates a playbook, with the content of a campaign as its first version. */
export async function createPlaybook(
  ctx: Context,
  { campaignId, name, description }: CreatePlaybookInput,
): Promise<Playbook> {
  const publishedBy = await nameOfAccount(ctx);
  return ctx.dataSource.transaction(async (db) => {
    const content = isUUID(campaignId) ? await loadPlaybookContent(db, campaignId) : null;
    if (!content) throw fieldError('campaignId', 'campaignId must be the ID of a campaign.');
    const fields = { campaignId, name: name.trim(), description: description?.trim() ?? '' };
    const { id } = await db.save(db.create(Playbook, fields));
    await storeVersion(db, { playbookId: id, number: 1, content, publishedBy });
    return db.findOneByOrFail(Playbook, { id });
  });
}

/** Publishes the content of a playbook's campaign as its next version. */
export async function publishPlaybook(
  ctx: Context,
  id: string,
  expectedVersion: number | null | undefined,
): Promise<Playbook> {
  const publishedBy = await nameOfAccount(ctx);
  return ctx.dataSource.transaction(async (db) => {
    await assertVersion(db, Playbook, { id }, expectedVersion);
    const playbook = await db.findOne(Playbook, { where: { id }, lock: { mode: 'for_no_key_update' } });
    if (!playbook) throw fail('NOT_FOUND', 'Playbook not found');
    const { campaignId, newestVersion } = playbook;
    const copy = campaignId === null ? null : await db.findOneBy(PlaybookCopy, { playbookId: id, campaignId });
    const content = campaignId === null ? null : await loadPlaybookContent(db, campaignId, copy?.sequenceIds);
    if (!content)
      throw fail(
        'NOT_FOUND',
        'The campaign of the playbook was deleted. Choose the campaign of a client as its source.',
      );
    const newest = await db.findOneByOrFail(PlaybookVersion, { playbookId: id, number: newestVersion });
    if (isDeepStrictEqual(newest.content, content))
      throw fail('BAD_USER_INPUT', `Nothing changed since version ${newestVersion}. Edit the campaign first.`);
    await storeVersion(db, { playbookId: id, number: newestVersion + 1, content, publishedBy });
    if (copy) await markPublished(db, copy, newestVersion + 1, content);
    await db.update(Playbook, { id }, { newestVersion: newestVersion + 1 });
    return db.findOneByOrFail(Playbook, { id });
  });
}

/** Records that a copy has a version because it was published from it, so that a push does not create its sequences again. */
async function markPublished(
  db: EntityManager,
  { id, sequenceIds }: PlaybookCopy,
  versionNumber: number,
  { sequences }: PlaybookContent,
): Promise<void> {
  const ownKeys = Object.fromEntries(sequences.map(({ key }) => [key, key]));
  await db.update(PlaybookCopy, { id }, { versionNumber, sequenceIds: { ...ownKeys, ...sequenceIds } });
}

/**
 * Asserts that a campaign is a copy of a playbook. Others have other sequences, of which clients would get a second copy.
 */
export async function assertCopy(db: EntityManager, playbookId: string, campaignId: string): Promise<void> {
  if (!isUUID(campaignId) || !(await db.existsBy(PlaybookCopy, { playbookId, campaignId })))
    throw fieldError('campaignId', 'campaignId must be the ID of a campaign that was created from the playbook.');
}

const storeVersion = (
  db: EntityManager,
  {
    content,
    ...version
  }: Pick<PlaybookVersion, 'playbookId' | 'number' | 'publishedBy'> & { content: PlaybookContent },
) =>
  // TypeORM's types do not allow unknown values.
  db.insert(PlaybookVersion, { ...version, content: content as object });
