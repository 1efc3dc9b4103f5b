import { filterClients } from './filter-clients';

const clients = [
  { businessName: 'Acme Heating', contactEmail: 'owner@acme.example', notificationPhone: '(415) 555-0100' },
  { businessName: 'Zed 415 Plumbing', contactEmail: 'zed@pipes.example', notificationPhone: '+1 212 555 0199' },
];
const namesMatching = (search: string) =>
  filterClients(clients, search).map(({ businessName }) => businessName.split(' ')[0]);

test.each([
  ['', ['Acme', 'Zed']],
  ['  HEAT ', ['Acme']],
  ['pipes.ex', ['Zed']],
  ['415', ['Acme', 'Zed']],
  ['415-555', ['Acme']],
  ['(212) 555', ['Zed']],
  ['nobody', []],
])('filterClients with %j returns %j', (search, names) => {
  expect(namesMatching(search)).toEqual(names);
});
