import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readEnv } from '@dripline/launcher/env';
import { type S3Bucket, startS3Bucket } from '@dripline/tools/images/start-s3-bucket';
import { expect, test as base } from '../fixtures';
import { drawPng } from '../testing/media';
import { expectToast } from '../testing/ui';

const binary = process.env['VERSITYGW_PATH'];

/** A test on a stack that stores its files in a bucket in S3. */
const test = base.extend<object, { bucket: S3Bucket }>({
  bucket: [
    async ({ browserName: _ }, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'dripline-e2e-s3-'));
      const bucket = await startS3Bucket(readEnv(process.env), binary!, folder, new AbortController().signal);
      await use(bucket);
      await bucket.process.stop();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  ownStack: [async ({ bucket }, use) => use({ ...bucket.variables, ...bucket.credentials }), { scope: 'worker' }],
});

test.skip(!binary, `S3 is not tested here: ${process.env['VERSITYGW_MISSING']}`);

test('a browser uploads a file directly to the bucket, and shows it from there', async ({
  api,
  client,
  clientPage: page,
  bucket,
  pageErrors,
}) => {
  const { AWS_ENDPOINT_URL_S3: endpoint, S3_BUCKET: name } = bucket.variables;
  pageErrors.expect(`request to ${endpoint}`);
  const requests: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (url.startsWith(endpoint)) requests.push(`${request.method()} ${url.slice(endpoint.length).split('?')[0]}`);
  });
  await page.goto(`/client/dashboard/${client.id}?tab=files`);
  await page.locator('input[type=file]').setInputFiles(await drawPng(page, 'van.png', '#888'));
  await expectToast(page, 'File uploaded successfully');
  const [file] = await api.get<{ objectPath: string }[]>(`/api/clients/${client.id}/files`);
  const width = await page.evaluate(
    (source) =>
      new Promise<number>((resolve, reject) => {
        const image = new Image();
        image.onload = () => resolve(image.naturalWidth);
        image.onerror = () => reject(new Error('the image was not loaded'));
        image.src = source;
      }),
    file!.objectPath,
  );
  expect(width).toBe(120);
  const id = file!.objectPath.split('/')[2];
  expect(requests).toEqual([`PUT /${name}/pending/${id}`, `GET /${name}/public/${id}`]);
});
