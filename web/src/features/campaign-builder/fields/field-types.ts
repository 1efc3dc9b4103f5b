import type { FormFieldType } from '../../../shared/graphql/generated';

const names: Record<FormFieldType, string> = {
  text: 'Short text',
  email: 'Email',
  tel: 'Phone',
  textarea: 'Long text',
  select: 'Dropdown list',
};

/** Returns the display name of a field type. */
export const fieldTypeName = (type: FormFieldType) => names[type];
/** All field types as select options. */
export const fieldTypes = Object.entries(names).map(([value, label]) => ({ value: value as FormFieldType, label }));
