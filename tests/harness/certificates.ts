import { type CertificateExtension, generate } from 'selfsigned';

export interface KeyPair {
  /** PEM. */
  key: string;
  cert: string;
}

export interface Certificates {
  /** Who signed the other two. */
  ca: string;
  server: KeyPair;
  client: KeyPair;
}

/** Certificates of a made-up authority, good for a day: of a server with this name, and of a client. */
export async function makeCertificates(serverName: string): Promise<Certificates> {
  const make = async (commonName: string, extensions: CertificateExtension[], ca?: KeyPair): Promise<KeyPair> => {
    const notAfterDate = new Date(Date.now() + 24 * 60 * 60_000);
    const made = await generate([{ name: 'commonName', value: commonName }], {
      keyType: 'ec',
      algorithm: 'sha256',
      notAfterDate,
      extensions,
      ...(ca && { ca }),
    });
    return { key: made.private, cert: made.cert };
  };
  const authority = await make('An authority', [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, critical: true },
  ]);
  const [server, client] = await Promise.all([
    make(
      serverName,
      [
        { name: 'extKeyUsage', serverAuth: true },
        { name: 'subjectAltName', altNames: [{ type: 2, value: serverName }] },
      ],
      authority,
    ),
    make('dripline', [{ name: 'extKeyUsage', clientAuth: true }], authority),
  ]);
  return { ca: authority.cert, server, client };
}
