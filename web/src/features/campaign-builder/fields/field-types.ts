import type { FormFieldType } from '../../../shared/graphql/generated';

const names: Record<FormFieldType, string> = {
  text: 'Short text',
  email: 'Email',
  tel: 'Phone',
  textarea: 'Long text',
  select: 'Choice from a list',
};

/** What people call a type of question. */
export const fieldTypeName = (type: FormFieldType) => names[type];
/** Every type, for the list to choose from. */
export const fieldTypes = Object.entries(names).map(([value, label]) => ({ value: value as FormFieldType, label }));
