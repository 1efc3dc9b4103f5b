import { mediaFileName } from './media-row';

test.each([
  ['/objects/0d6e/team-at-the-van.png', 'team-at-the-van.png'],
  ['https://cdn.example/a%20b.jpg?width=400#top', 'a b.jpg'],
  ['https://cdn.example/100%.jpg', '100%.jpg'],
  ['https://cdn.example/', 'cdn.example'],
])('mediaFileName returns the file name of %s: %s', (src, name) => expect(mediaFileName(src)).toBe(name));
