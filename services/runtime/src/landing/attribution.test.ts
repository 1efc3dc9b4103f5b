import { cleanAttribution, readAttribution, writeAttribution } from './attribution';

const read = (query: string) => readAttribution(new URLSearchParams(query));

describe('readAttribution', () => {
  it('reads every parameter, and nothing else', () => {
    expect(
      read(
        'utm_source=google&utm_medium=cpc&utm_campaign=spring&utm_term=new+roof&utm_content=ad%201&gclid=Cj0K-x_1&gbraid=0AAA&wbraid=1BBB&fbclid=IwAR0&referrer=https://www.google.com/&source=qr&x=1',
      ),
    ).toEqual({
      referrer: 'https://www.google.com/',
      utmSource: 'google',
      utmMedium: 'cpc',
      utmCampaign: 'spring',
      utmTerm: 'new roof',
      utmContent: 'ad 1',
      gclid: 'Cj0K-x_1',
      gbraid: '0AAA',
      wbraid: '1BBB',
      fbclid: 'IwAR0',
    });
  });

  it.each(['', 'utm_source=', 'utm_source=%00%1f', 'utm_source=%20', 'UTM_SOURCE=x'])(
    'reads nothing from %j',
    (query) => expect(read(query)).toEqual({}),
  );

  it('reads the first of repeated parameters', () =>
    expect(read('utm_source=a&utm_source=b')).toEqual({ utmSource: 'a' }));
});

describe('cleanAttribution', () => {
  it('cuts UTM parameters to 200 characters, and removes control characters', () =>
    expect(cleanAttribution({ utmTerm: 'x'.repeat(9_000), utmSource: '\u0000a\u001b[b\ud83c' })).toEqual({
      utmTerm: 'x'.repeat(200),
      utmSource: 'a[b',
    }));

  it.each(['x'.repeat(501), 'a b', 'a\u0000', '<script>', 'ä'])('leaves out the click ID %j', (gclid) =>
    expect(cleanAttribution({ gclid, fbclid: 'x'.repeat(500) })).toEqual({ fbclid: 'x'.repeat(500) }),
  );

  it.each([
    ['https://ann:secret@mail.example/inbox?q=ann%40example.com#top', 'https://mail.example/inbox'],
    ['https://WWW.Example.com', 'https://www.example.com/'],
    ['http://bücher.example/', 'http://xn--bcher-kva.example/'],
    ['https://example.com/\u0000a', 'https://example.com/%00a'],
  ])('keeps of the referrer %j only %j', (referrer, cleaned) =>
    expect(cleanAttribution({ referrer })).toEqual({ referrer: cleaned }),
  );

  it.each([
    'javascript:alert(1)',
    'android-app://com.example',
    'example.com',
    `https://example.com/${'x'.repeat(500)}`,
  ])('leaves out the referrer %j', (referrer) => expect(cleanAttribution({ referrer })).toEqual({}));
});

it('writeAttribution writes what readAttribution reads, and keeps other parameters', () => {
  const query = new URLSearchParams({ source: 'qr' });
  const attribution = { referrer: 'https://www.google.com/', utmTerm: 'a&b=c "d"', gclid: 'x' };
  writeAttribution(query, attribution);
  expect(readAttribution(query)).toEqual(attribution);
  expect(query.get('source')).toBe('qr');
});
