import { filterClients } from './filter-clients';

const clients = [
  { businessName: 'Acme Heating', contactEmail: 'owner@acme.example', notificationPhone: '(415) 555-0100' },
  { businessName: 'Zed 415 Plumbing', contactEmail: 'zed@pipes.example', notificationPhone: '+1 212 555 0199' },
];
const found = (search: string) => filterClients(clients, search).map(({ businessName }) => businessName.split(' ')[0]);

test.each([
  ['', ['Acme', 'Zed']],
  ['  HEAT ', ['Acme']],
  ['pipes.ex', ['Zed']],
  ['415', ['Acme', 'Zed']],
  ['415-555', ['Acme']],
  ['(212) 555', ['Zed']],
  ['nobody', []],
])('%j finds %j', (search, names) => {
  expect(found(search)).toEqual(names);
});
