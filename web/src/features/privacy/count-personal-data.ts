import type { PersonQuery } from '../../shared/graphql/generated';

/** How much is kept of a person, and under which names, numbers and emails. */
export function countPerson({ leads, spam }: PersonQuery['person']) {
  const sum = (amount: (lead: (typeof leads)[number]) => number) =>
    leads.reduce((total, lead) => total + amount(lead), 0);
  const names = leads.flatMap(({ fullName, phone, email }) => [fullName, phone, email]);
  return {
    names: [...new Set(names.filter((name) => name !== null && name !== ''))],
    leads: leads.length,
    texts: sum(({ texts }) => texts.length),
    replies: sum(({ replies }) => replies.length),
    events: sum(({ webhookEvents }) => webhookEvents.length),
    spam: spam.length,
  };
}
