import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures';

/** Marks the page and sends a request with the user's session when it is allowed to run. */
const script = `document.title = 'ran'; fetch('/ran-by-an-upload')`;
const html = `<!doctype html><title>quiet</title><script>${script}</script><img src=x onerror="${script}">`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script><rect width="9" height="9"/></svg>`;
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF`;

interface Fixtures {
  /** Requests that the script sent. */
  probes: string[];
  /** Uploads a file as the file manager does. Returns the status of set-path and the file's path. */
  upload: (fileName: string, body: string, mimeType: string) => Promise<{ status: number; path: string }>;
}

/** Hostile files in a client's file manager, opened by a signed-in administrator. */
const test = base.extend<Fixtures>({
  probes: async ({ adminPage }, use) => {
    const probes: string[] = [];
    adminPage.context().on('request', (request) => {
      if (request.url().includes('ran-by-an-upload')) probes.push(request.url());
    });
    await use(probes);
  },
  page: async ({ adminPage, probes }, use) => {
    await use(adminPage);
    expect(probes).toEqual([]);
  },
  upload: ({ api, client }, use) =>
    use(async (fileName, body, mimeType) => {
      const { uploadURL } = await api.post<{ uploadURL: string }>(`/api/clients/${client.id}/files/upload`);
      await api.request.put(uploadURL, {
        data: Buffer.from(body),
        headers: { 'content-type': mimeType || 'application/octet-stream' },
      });
      const published = await api.request.put('/api/objects/set-path', {
        data: { objectURL: uploadURL, fileName, mimeType: mimeType || undefined, clientId: client.id },
      });
      const { objectPath } = (await published.json()) as { objectPath: string };
      return { status: published.status(), path: objectPath };
    }),
});

/** Opens a path as a user would. Returns the name of the download or the page's title. */
async function open(page: Page, path: string): Promise<{ download?: string; title?: string }> {
  const download = page.waitForEvent('download').then((event) => event.suggestedFilename());
  const title = await page.goto(path).then(
    async () => page.title(),
    (error: Error) => {
      // Chromium reports a navigation that becomes a download as aborted.
      if (!/ERR_ABORTED|Download is starting/.test(error.message)) throw error;
      return undefined;
    },
  );
  if (title === undefined) return { download: await download };
  void download.catch(() => undefined);
  return { title };
}

/** Loads paths in every element that might run them. Resolves when each has loaded, failed or been fetched. */
function loadEverywhere(page: Page, sources: string[]): Promise<unknown[]> {
  return page.evaluate((paths) => {
    const load = async (tag: 'img' | 'script' | 'iframe' | 'object', source: string) => {
      const element = Object.assign(document.createElement(tag), { [tag === 'object' ? 'data' : 'src']: source });
      const settled = new Promise(
        (resolve) => (element.addEventListener('load', resolve), element.addEventListener('error', resolve)),
      );
      document.body.append(element);
      // A download fires no event in its frame.
      await (tag === 'iframe' || tag === 'object' ? Promise.race([settled, fetch(source)]) : settled);
      return tag;
    };
    return Promise.all(
      paths.flatMap((path) => (['img', 'script', 'iframe', 'object'] as const).map((tag) => load(tag, path))),
    );
  }, sources);
}

const openApp = async (page: Page) => {
  await page.goto('/client/login');
  await expect(page.getByRole('heading').first()).toBeVisible();
};

test('an uploaded file that could run a script is served as a download', async ({ page, upload }) => {
  for (const [fileName, body, mimeType] of [
    ['page.html', html, 'text/html'],
    ['drawing.svg', svg, 'image/svg+xml'],
    ['x.png', html, ''],
    ['x.png', svg, ''],
    ['x.png', html, 'text/html'],
    ['x.png', svg, 'image/svg+xml'],
  ] as const) {
    const { status, path } = await upload(fileName, body, mimeType);
    expect(status).toBe(200);
    expect(await open(page, path)).toEqual({ download: fileName });
  }
});

test('an uploaded file with type image/png that is a page or a drawing is rejected', async ({ upload }) => {
  for (const body of [html, svg])
    expect(await upload('x.png', body, 'image/png')).toEqual({ status: 415, path: undefined });
});

test('an uploaded file runs no script when one of the app’s pages loads it', async ({ page, upload, pageErrors }) => {
  pageErrors.allow(/./);
  const uploads = [
    await upload('page.html', html, 'text/html'),
    await upload('drawing.svg', svg, 'image/svg+xml'),
    await upload('code.js', script, 'text/javascript'),
  ];
  await openApp(page);
  const sources = uploads.map(({ path }) => path);
  expect(await loadEverywhere(page, sources)).toHaveLength(12);
  expect(await page.title()).not.toBe('ran');
});

test('an uploaded file is detected by these tests when it runs: the same bytes run when served with their own type', async ({
  adminPage: page,
  probes,
  pageErrors,
}) => {
  pageErrors.allow(/./);
  await page.route('**/control.*', (route) => {
    const [type, body] = route.request().url().endsWith('.js') ? ['text/javascript', script] : ['text/html', html];
    return route.fulfill({ contentType: type, body });
  });
  await page.goto('/control.html');
  await expect(page).toHaveTitle('ran');
  await openApp(page);
  await loadEverywhere(page, ['/control.js']);
  await expect(page).toHaveTitle('ran');
  await expect.poll(() => probes.length).toBeGreaterThan(0);
});

test('an uploaded PDF is displayed or saved in a sandbox', async ({ page, api, upload, pageErrors }) => {
  pageErrors.allow(/chrome-extension/);
  const { status, path } = await upload('price list.pdf', pdf, 'application/pdf');
  expect(status).toBe(200);
  const headers = (await api.request.get(path)).headers();
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename="price list.pdf"',
    'x-content-type-options': 'nosniff',
  });
  expect(headers['content-security-policy']).toMatch(/^sandbox;/);
  // A browser without a PDF viewer, such as the bundled one, saves the file.
  const { download } = await open(page, path);
  if (download !== undefined) return expect(download).toBe('price list.pdf');
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-extension:'))).toBe(true);
});
