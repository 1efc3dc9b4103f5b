import { isPublicAddress } from './public-address';
import { webhookUrlError } from './webhook-url';

describe('a public IP address', () => {
  it.each([
    ...['8.8.8.8', '1.1.1.1', '93.184.216.34', '168.63.129.15', '168.63.129.17', '192.31.197.1'],
    ...['2606:2800:220:1:248:1893:25c8:1946', '2001:4860:4860::8888', '2001:200::1', '2620:4f:8001::1'],
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ...[
      '127.0.0.1',
      '127.255.255.254',
      '0.0.0.0',
      '0.1.2.3',
      '10.0.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
      '169.254.0.1',
    ],
    ...[
      '100.64.0.1',
      '100.127.255.255',
      '224.0.0.1',
      '239.255.255.255',
      '240.0.0.1',
      '255.255.255.255',
      '192.0.0.1',
      '192.0.2.1',
      '198.18.0.1',
      '203.0.113.5',
    ],
    ...[
      '::',
      '::1',
      'fe80::1',
      'fec0::1',
      'fc00::1',
      'fd00:ec2::254',
      'ff02::1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '::127.0.0.1',
      '::8.8.8.8',
    ],
    ...[
      '64:ff9b::7f00:1',
      '64:ff9b::808:808',
      '64:ff9b:1::a00:1',
      '2002:7f00:1::',
      '2001:0:7f00:1::',
      '2001:db8::1',
      '100::1',
      '5f00::1',
      'fe80::1%lo',
    ],
    // Services of a cloud's own hosts: Azure (globally routable), Alibaba, Oracle, AWS and Google.
    ...['168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'],
    // The rest of IANA's special-purpose registries.
    ...['192.31.196.1', '192.52.193.1', '192.88.99.1', '192.175.48.1', '198.51.100.1', '198.19.255.254'],
    ...['2001:1::1', '2001:2::1', '2001:3::1', '2001:4:112::1', '2001:10::1', '2001:20::1', '2001:30::1'],
    ...['2001:1ff:ffff::1', '2620:4f:8000::1', '3fff::1', '3fff:fff::1', '100:0:0:1::1'],
    ...['localhost', '', '8.8.8.8.8', '0x7f000001x'],
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('the URL of a webhook', () => {
  it.each([
    'https://example.com',
    'https://example.com/hooks?key=1',
    'https://EXAMPLE.com:443/a',
    'https://8.8.8.8/x',
    'https://[2001:4860:4860::8888]/x',
    'https://xn--bcher-kva.example/',
  ])('%s is allowed', (url) => {
    expect(webhookUrlError(url)).toBeNull();
  });

  it.each([
    ['http://example.com', /https/],
    ['ftp://example.com', /https/],
    ['file:///etc/passwd', /https/],
    ['javascript:alert(1)', /https/],
    ['example.com/hooks', /full URL/],
    ['https://', /full URL/],
    ['https://user:pass@example.com', /username/],
    ['https://user@example.com', /username/],
    ['https://example.com/#x', /#/],
    ['https://example.com:8443/', /port/],
    ['https://localhost/', /public internet/],
    ['https://intranet/', /public internet/],
    ['https://metadata.google.internal/', /public internet/],
    ['https://printer.local./', /public internet/],
    ['https://127.1/', /public internet/],
    ['https://0x7f.1/', /public internet/],
    ['https://2130706433/', /public internet/],
    ['https://[::1]/', /public internet/],
    ['https://168.63.129.16/', /public internet/],
    ['https://[::ffff:7f00:1]/', /public internet/],
    [`https://example.com/${'x'.repeat(500)}`, /at most 500/],
  ])('%s is rejected', (url, why) => {
    expect(webhookUrlError(url)).toMatch(why);
  });

  it('may be private only if a setting allows it, and http only for this machine', () => {
    expect(webhookUrlError('http://127.0.0.1:8080/x', true)).toBeNull();
    expect(webhookUrlError('http://localhost:8080/x', true)).toBeNull();
    expect(webhookUrlError('https://10.0.0.1:8443/x', true)).toBeNull();
    expect(webhookUrlError('http://10.0.0.1/x', true)).toMatch(/https/);
    expect(webhookUrlError('http://127.0.0.1/x')).toMatch(/https/);
  });
});
