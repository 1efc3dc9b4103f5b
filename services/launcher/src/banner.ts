export interface BannerOptions {
  productName: string;
  publicUrl: string;
  /** Path of an example landing page. */
  landing: string;
  temporal: string;
  dataDir: string;
  admin: string;
  seconds: number;
}

/** The startup message: the URL of each page, the data folder and how to sign in. */
export function banner({ productName, publicUrl, landing, temporal, dataDir, admin, seconds }: BannerOptions): string {
  const rows = [
    ['App', publicUrl],
    ['Admin sign-in', `${publicUrl}/admin/login`],
    ['Landing page', `${publicUrl}${landing}`],
    ['GraphQL', `${publicUrl}/graphql`],
    ['REST docs', `${publicUrl}/api/docs`],
    ['Temporal UI', temporal],
    ['Data', dataDir],
  ];
  return [
    '',
    `${productName} is running.`,
    '',
    ...rows.map(([name = '', value]) => `  ${name.padEnd(15)}${value}`),
    '',
    ...admin.split('\n').map((line) => `  ${line}`),
    '',
    `Ready in ${seconds.toFixed(1)} s. Press Ctrl-C to stop.`,
  ].join('\n');
}
