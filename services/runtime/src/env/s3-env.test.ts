import { z } from 'zod';
import { s3Credentials, s3Env, s3Location, validateS3Env } from './s3-env';

const schema = z.object({ GCS_BUCKET: z.string().optional(), ...s3Env, ...s3Credentials }).superRefine(validateS3Env);
const bucket = { S3_BUCKET: 'files', AWS_REGION: 'eu-central-1' };
const locate = (more: Record<string, string>) => s3Location(schema.parse({ ...bucket, ...more }));

test('the bucket is in the domain at Amazon, and in the path at other stores', () => {
  expect(locate({})).toEqual({
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    publicEndpoint: 'https://s3.eu-central-1.amazonaws.com',
    forcePathStyle: false,
    url: 'https://files.s3.eu-central-1.amazonaws.com',
  });
  const AWS_ENDPOINT_URL_S3 = 'https://minio.example.com:9000/';
  expect(locate({ AWS_ENDPOINT_URL_S3 }).url).toBe('https://minio.example.com:9000/files');
  expect(locate({ AWS_ENDPOINT_URL_S3, S3_FORCE_PATH_STYLE: 'false' }).url).toBe(
    'https://files.minio.example.com:9000',
  );
  expect(locate({ S3_FORCE_PATH_STYLE: 'true' }).url).toBe('https://s3.eu-central-1.amazonaws.com/files');
});

test('browsers have another endpoint than graphql if it is set', () => {
  const endpoints = { AWS_ENDPOINT_URL_S3: 'http://minio.storage:9000', S3_PUBLIC_ENDPOINT: 'https://s3.example.com/' };
  expect(locate(endpoints)).toEqual({
    endpoint: 'http://minio.storage:9000',
    publicEndpoint: 'https://s3.example.com',
    forcePathStyle: true,
    url: 'https://s3.example.com/files',
  });
  expect(locate({ ...endpoints, S3_FORCE_PATH_STYLE: 'false' }).url).toBe('https://files.s3.example.com');
});

test.each([
  ['S3_BUCKET', { ...bucket, GCS_BUCKET: 'files' }, /GCS_BUCKET/],
  ['S3_BUCKET', { ...bucket, S3_BUCKET: 's3://files' }, /bucket name/],
  ['AWS_REGION', { S3_BUCKET: 'files' }, /S3_BUCKET/],
  ['AWS_REGION', { ...bucket, AWS_REGION: 'eu central' }, /eu-central-1/],
  ['AWS_SECRET_ACCESS_KEY', { ...bucket, AWS_ACCESS_KEY_ID: 'key' }, /AWS_ACCESS_KEY_ID/],
  ['AWS_ACCESS_KEY_ID', { ...bucket, AWS_SECRET_ACCESS_KEY: 'secret' }, /AWS_SECRET_ACCESS_KEY/],
  ['AWS_ENDPOINT_URL_S3', { ...bucket, AWS_ENDPOINT_URL_S3: 'minio:9000' }, /https:/],
  ['S3_PUBLIC_ENDPOINT', { ...bucket, S3_PUBLIC_ENDPOINT: 's3.example.com' }, /https:/],
  ['S3_FORCE_PATH_STYLE', { ...bucket, S3_FORCE_PATH_STYLE: 'yes' }, /true/],
])('the error names %s in %j', (name, given, message) => {
  const [issue] = schema.safeParse(given).error!.issues;
  expect([issue!.path, issue!.message]).toEqual([[name], expect.stringMatching(message)]);
});

test('variables of AWS are ignored without S3_BUCKET', () => {
  expect(schema.safeParse({ GCS_BUCKET: 'files', AWS_ACCESS_KEY_ID: 'key' }).success).toBe(true);
});
