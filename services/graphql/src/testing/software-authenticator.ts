import { isoCBOR } from '@simplewebauthn/server/helpers';
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What a response claims; the defaults are what a browser sends for a test server. */
interface Claims {
  origin?: string;
  rpId?: string;
  /** Whether the authenticator verified its user. */
  isUserVerified?: boolean;
  counter?: number;
}

type Options = Record<string, unknown>;

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const bytes = (buffer: Buffer) => new Uint8Array(buffer);

/** A passkey with an ES256 key, and the responses that a browser would send for it. */
export function createSoftwareAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const { x, y } = publicKey.export({ format: 'jwk' });
  const coseKey = isoCBOR.encode(
    new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(Buffer.from(x!, 'base64url'))],
      [-3, bytes(Buffer.from(y!, 'base64url'))],
    ]),
  );
  const clientData = (type: string, { challenge }: Options, { origin = 'http://localhost:8080' }: Claims) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (
    flags: number,
    { rpId = 'localhost', isUserVerified = true, counter = 0 }: Claims,
    attested: Buffer = Buffer.alloc(0),
  ) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | 1 | (isUserVerified ? 4 : 0)]), count, attested]);
  };
  const credential = (response: object) => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });
  return {
    /** Answers the options of a registration. */
    create(options: Options, claims: Claims = {}) {
      const idLength = Buffer.alloc(2);
      idLength.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), idLength, id, coseKey]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', bytes(authenticatorData(0x40, claims, attested))],
      ]);
      return credential({
        clientDataJSON: base64url(clientData('webauthn.create', options, claims)),
        attestationObject: base64url(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      });
    },
    /** Answers the options of a sign-in. */
    sign(options: Options, claims: Claims = {}) {
      const data = clientData('webauthn.get', options, claims);
      const authData = authenticatorData(0, claims);
      return credential({
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)),
      });
    },
  };
}
