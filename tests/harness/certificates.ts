import { type CertificateExtension, generate } from 'selfsigned';

export interface KeyPair {
  /** Private key in PEM format. */
  key: string;
  cert: string;
}

export interface Certificates {
  /** Certificate of the authority that signed the other two. */
  ca: string;
  server: KeyPair;
  client: KeyPair;
}

/** Creates a server certificate and a client certificate of a test authority, which are valid for a day. */
export async function createCertificates(serverName: string): Promise<Certificates> {
  const create = async (commonName: string, extensions: CertificateExtension[], ca?: KeyPair): Promise<KeyPair> => {
    const notAfterDate = new Date(Date.now() + 24 * 60 * 60_000);
    const generated = await generate([{ name: 'commonName', value: commonName }], {
      keyType: 'ec',
      algorithm: 'sha256',
      notAfterDate,
      extensions,
      ...(ca && { ca }),
    });
    return { key: generated.private, cert: generated.cert };
  };
  const authority = await create('Test authority', [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, critical: true },
  ]);
  const [server, client] = await Promise.all([
    create(
      serverName,
      [
        { name: 'extKeyUsage', serverAuth: true },
        { name: 'subjectAltName', altNames: [{ type: 2, value: serverName }] },
      ],
      authority,
    ),
    create('dripline', [{ name: 'extKeyUsage', clientAuth: true }], authority),
  ]);
  return { ca: authority.cert, server, client };
}
