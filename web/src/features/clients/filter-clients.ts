import type { ListedClient } from './client-row';

type Findable = Pick<ListedClient, 'businessName' | 'contactEmail' | 'notificationPhone'>;

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** The clients that have the text in their name or email, or its digits in their phone number. */
export function filterClients<Client extends Findable>(clients: readonly Client[], search: string): readonly Client[] {
  const wanted = search.trim().toLowerCase();
  if (!wanted) return clients;
  const number = /^[\d\s()+.-]+$/.test(wanted) ? digitsOf(wanted) : '';
  return clients.filter(
    ({ businessName, contactEmail, notificationPhone }) =>
      `${businessName}\n${contactEmail}`.toLowerCase().includes(wanted) ||
      (number !== '' && digitsOf(notificationPhone).includes(number)),
  );
}
