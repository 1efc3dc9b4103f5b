import type { ClientRow } from './client-row';

type SearchableClient = Pick<ClientRow, 'businessName' | 'contactEmail' | 'notificationPhone'>;

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Returns the clients whose name or email contains the text, or whose phone number contains its digits. */
export function filterClients<Client extends SearchableClient>(
  clients: readonly Client[],
  search: string,
): readonly Client[] {
  const query = search.trim().toLowerCase();
  if (!query) return clients;
  const number = /^[\d\s()+.-]+$/.test(query) ? digitsOf(query) : '';
  return clients.filter(
    ({ businessName, contactEmail, notificationPhone }) =>
      `${businessName}\n${contactEmail}`.toLowerCase().includes(query) ||
      (number !== '' && digitsOf(notificationPhone).includes(number)),
  );
}
