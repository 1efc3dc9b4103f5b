import type { Page } from 'playwright-core';
import { createClient } from '../testing/create-client';
import { useHarness } from '../testing/harness';

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

/** Hostile files in a client's file manager, opened by a signed-in administrator. */
describe('an uploaded file', () => {
  const harness = useHarness();
  let page: Page;
  let clientId: string;
  /** Requests sent by the script. */
  const probes: string[] = [];

  beforeAll(async () => {
    const admin = await harness.admin();
    page = admin.page;
    admin.context.on(
      'request',
      (request) => void (request.url().includes('ran-by-an-upload') && probes.push(request.url())),
    );
    clientId = (await createClient(admin.context)).id;
  }, 240_000);
  afterEach(() => expect(probes).toEqual([]));

  /** Uploads a file as the file manager does. Returns the status of set-path and the file's path. */
  async function upload(fileName: string, body: string, mimeType: string): Promise<{ status: number; path: string }> {
    const { request } = page.context();
    const { uploadURL } = (await (await request.post(`/api/clients/${clientId}/files/upload`)).json()) as {
      uploadURL: string;
    };
    await request.put(uploadURL, {
      data: Buffer.from(body),
      headers: { 'content-type': mimeType || 'application/octet-stream' },
    });
    const published = await request.put('/api/objects/set-path', {
      data: { objectURL: uploadURL, fileName, mimeType: mimeType || undefined, clientId },
    });
    const { objectPath } = (await published.json()) as { objectPath: string };
    return { status: published.status(), path: objectPath };
  }

  /** Opens a path as a user would. Returns the name of the download or the page's title. */
  async function open(path: string): Promise<{ download?: string; title?: string }> {
    const download = page.waitForEvent('download').then((event) => event.suggestedFilename());
    const navigation = page.goto(path).then(
      async () => page.title(),
      (error: Error) => {
        // Chromium reports a navigation that becomes a download as aborted.
        if (!/ERR_ABORTED|Download is starting/.test(error.message)) throw error;
        return undefined;
      },
    );
    const title = await navigation;
    if (title !== undefined) void download.catch(() => undefined);
    return title === undefined ? { download: await download } : { title };
  }

  /** Loads paths in every element that might run them. Resolves when each has loaded, failed or been fetched. */
  function loadEverywhere(sources: string[]): Promise<unknown[]> {
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

  it.each([
    ['page.html', html, 'text/html'],
    ['drawing.svg', svg, 'image/svg+xml'],
    ['x.png', html, ''],
    ['x.png', svg, ''],
    ['x.png', html, 'text/html'],
    ['x.png', svg, 'image/svg+xml'],
  ])('%s is served as a download (%#)', async (fileName, body, mimeType) => {
    const { status, path } = await upload(fileName, body, mimeType);
    expect(status).toBe(200);
    expect(await open(path)).toEqual({ download: fileName });
  });

  it.each([
    ['a page', html],
    ['a drawing', svg],
  ])('x.png with type image/png that is %s is rejected', async (_, body) => {
    expect(await upload('x.png', body, 'image/png')).toEqual({ status: 415, path: undefined });
  });

  it('runs no script when one of the app’s pages loads it', async () => {
    const uploads = [
      await upload('page.html', html, 'text/html'),
      await upload('drawing.svg', svg, 'image/svg+xml'),
      await upload('code.js', script, 'text/javascript'),
    ];
    await page.goto('/client/login');
    await page.getByRole('heading').first().waitFor();
    const loaded = await loadEverywhere(uploads.map(({ path }) => path));
    expect(loaded).toHaveLength(12);
    expect(await page.title()).not.toBe('ran');
  });

  it('is detected by this test when it runs: the same bytes run when served with their own type', async () => {
    await page.route('**/control.*', (route) => {
      const [type, body] = route.request().url().endsWith('.js') ? ['text/javascript', script] : ['text/html', html];
      return route.fulfill({ contentType: type, body });
    });
    await page.goto('/control.html');
    await page.waitForFunction(() => document.title === 'ran');
    await page.goto('/client/login');
    await page.getByRole('heading').first().waitFor();
    await loadEverywhere(['/control.js']);
    expect(await page.title()).toBe('ran');
    expect(probes.splice(0)).not.toEqual([]);
  });

  it('that is a PDF is displayed or saved in a sandbox', async () => {
    const { status, path } = await upload('price list.pdf', pdf, 'application/pdf');
    expect(status).toBe(200);
    const answer = await page.context().request.get(path);
    expect(answer.headers()).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="price list.pdf"',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers()['content-security-policy']).toMatch(/^sandbox;/);
    // A browser without a PDF viewer, such as the bundled one, saves the file.
    const { download } = await open(path);
    if (download !== undefined) return expect(download).toBe('price list.pdf');
    while (!page.frames().some((frame) => frame.url().startsWith('chrome-extension:')))
      await page.waitForEvent('framenavigated');
  });
});
