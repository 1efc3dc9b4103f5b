import type { PersonQuery } from '../../shared/graphql/generated';

/** Counts the data stored about a person, and lists their names, numbers and emails. */
export function countPersonalData({ leads, spamSubmissions, importRows }: PersonQuery['person']) {
  const sum = (countOf: (lead: (typeof leads)[number]) => number) =>
    leads.reduce((total, lead) => total + countOf(lead), 0);
  const names = leads.flatMap(({ fullName, phone, email }) => [fullName, phone, email]);
  return {
    names: [...new Set(names.filter((name) => name !== null && name !== ''))],
    leads: leads.length,
    messages: sum(({ messages }) => messages.length),
    replies: sum(({ replies }) => replies.length),
    events: sum(({ webhookEvents }) => webhookEvents.length),
    spamSubmissions: spamSubmissions.length,
    importRows: importRows.length,
  };
}
