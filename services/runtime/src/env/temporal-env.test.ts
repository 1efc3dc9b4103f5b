import { z } from 'zod';
import { validateTemporalEnv, temporalConnection, temporalEnv } from './temporal-env';

const schema = z.object(temporalEnv).superRefine(validateTemporalEnv);
const read = (more: Record<string, string>) => schema.safeParse({ TEMPORAL_ADDRESS: 'temporal:7233', ...more });
const at = (more: Record<string, string>) =>
  temporalConnection(schema.parse({ TEMPORAL_ADDRESS: 'temporal:7233', ...more }));
const pem = '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----';

test('the connection to Temporal is unencrypted by default', () => {
  expect(at({})).toEqual({ address: 'temporal:7233' });
  expect(at({ TEMPORAL_TLS: 'true' })).toEqual({ address: 'temporal:7233', tls: {} });
});

test('an API key, server name or certificate enables TLS', () => {
  expect(at({ TEMPORAL_API_KEY: 'a key' })).toEqual({ address: 'temporal:7233', tls: {}, apiKey: 'a key' });
  expect(at({ TEMPORAL_TLS_SERVER_NAME: 'temporal.example' }).tls).toEqual({ serverNameOverride: 'temporal.example' });
  expect(at({ TEMPORAL_TLS_SERVER_CA_CERT_DATA: pem }).tls).toEqual({ serverRootCACertificate: Buffer.from(pem) });
  expect(at({ TEMPORAL_TLS_CLIENT_CERT_DATA: pem, TEMPORAL_TLS_CLIENT_KEY_DATA: pem }).tls).toEqual({
    clientCertPair: { crt: Buffer.from(pem), key: Buffer.from(pem) },
  });
});

test.each([
  ['TEMPORAL_TLS_CLIENT_KEY_DATA', { TEMPORAL_TLS_CLIENT_CERT_DATA: pem }],
  ['TEMPORAL_TLS_CLIENT_CERT_DATA', { TEMPORAL_TLS_CLIENT_KEY_DATA: pem }],
  ['TEMPORAL_TLS_SERVER_CA_CERT_DATA', { TEMPORAL_TLS_SERVER_CA_CERT_DATA: '/etc/ssl/ca.pem' }],
  ['TEMPORAL_TLS', { TEMPORAL_TLS: 'yes' }],
])('the error names %s if it is missing or invalid', (name, given) => {
  expect(read(given).error?.issues[0]?.path).toEqual([name]);
});
