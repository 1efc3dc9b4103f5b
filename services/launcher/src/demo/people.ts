import type { Random } from './random';

const firstNames = [
  'Ann',
  'Marcus',
  'Priya',
  'Diego',
  'Hannah',
  'Wei',
  'Olivia',
  'Jamal',
  'Sofia',
  'Tom',
  'Aisha',
  'Lucas',
  'Grace',
  'Ivan',
  'Maya',
  'Ben',
  'Elena',
  'Sam',
];
const lastNames = [
  'Lee',
  'Okafor',
  'Garcia',
  'Novak',
  'Patel',
  'Kim',
  'Rossi',
  'Nguyen',
  'Brooks',
  'Silva',
  'Haddad',
  'Larsen',
  'Moore',
  'Dubois',
  'Reyes',
];
const areas = ['415', '303', '206', '312', '617', '512'];

export interface Person {
  fullName: string;
  email: string;
  /** In national format, as visitors type it. */
  phone: string;
  phoneE164: string;
}

/** Makes up a person whose email address and phone number are reserved for examples. */
export function makePerson(random: Random): Person {
  const [first, last] = [random.pick(firstNames), random.pick(lastNames)];
  const [area, digits] = [random.pick(areas), `01${String(Math.floor(random.next() * 100)).padStart(2, '0')}`];
  return {
    fullName: `${first} ${last}`,
    email: `${first}.${last}@example.com`.toLowerCase(),
    phone: `(${area}) 555-${digits}`,
    phoneE164: `+1${area}555${digits}`,
  };
}
