import type { ImportColumnInput } from '../../../shared/graphql/generated';

interface Question {
  id: string;
  type: string;
  label: string;
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Other names of what a column contains. The first three are also found by the type of a question. */
const synonyms = {
  tel: ['phone', 'phonenumber', 'mobile', 'mobilenumber', 'mobilephone', 'cell', 'cellphone', 'telephone', 'tel'],
  email: ['email', 'emailaddress', 'mail'],
  name: ['name', 'fullname', 'contact', 'contactname', 'leadname'],
  status: ['status', 'stage', 'leadstatus'],
  tags: ['tags', 'labels'],
  source: ['source', 'leadsource', 'trafficsource'],
  consent: [
    'consent',
    'smsconsent',
    'textconsent',
    'smsoptin',
    'optin',
    'optedin',
    'agreed',
    'agreedtotexts',
    'oktotext',
    'textok',
  ],
} as const;

/** Finds what the columns of a file contain by their names. What nothing fits is kept with the lead. */
export function guessColumns(names: readonly string[], questions: readonly Question[]): ImportColumnInput[] {
  const taken = new Set<string>();
  const take = (key: string) => !taken.has(key) && Boolean(taken.add(key));
  const isOne = (name: string, kind: keyof typeof synonyms) => (synonyms[kind] as readonly string[]).includes(name);
  return names.map((name) => {
    const key = plain(name);
    const question =
      questions.find(({ id, label }) => [plain(id), plain(label)].includes(key)) ??
      questions.find(
        ({ id, type }) =>
          (isOne(key, 'tel') && type === 'tel') ||
          (isOne(key, 'email') && type === 'email') ||
          (isOne(key, 'name') && isOne(plain(id), 'name')),
      );
    if (question && take(`answer ${question.id}`)) return { name, target: 'answer', fieldId: question.id };
    const target = (['status', 'tags', 'source', 'consent'] as const).find((kind) => isOne(key, kind));
    return { name, target: target && take(target) ? target : 'extra' };
  });
}
