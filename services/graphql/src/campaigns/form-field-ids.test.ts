import fc from 'fast-check';
import { formFieldIds } from './form-field-ids';

const idsOf = (...labels: string[]) => formFieldIds(labels.map((label) => ({ label })));

describe('the id of a form field', () => {
  it.each([
    ['Full Name', 'fullname'],
    ['E-mail (work)', 'emailwork'],
    ['PHONE #2', 'phone2'],
    ['Größe', 'gre'],
    ['電話', 'field'],
    ['***', 'field'],
  ])('of %s is %s', (label, id) => expect(idsOf(label)).toEqual([id]));

  it('is numbered if it would be a duplicate, and never empty', () => {
    expect(idsOf('Name', 'name!', 'NAME', '電話', 'メール')).toEqual(['name', 'name-2', 'name-3', 'field', 'field-2']);
    expect(
      formFieldIds([
        { id: ' ', label: 'Age' },
        { id: null, label: 'Age' },
      ]),
    ).toEqual(['age', 'age-2']);
  });

  it('is kept when its label changes, even if a new field has the old label', () => {
    const renamedField = { id: 'fullname', label: 'Your name' };
    expect(formFieldIds([renamedField, { label: 'Full Name' }])).toEqual(['fullname', 'fullname-2']);
    expect(formFieldIds([{ label: 'Full Name' }, renamedField])).toEqual(['fullname-2', 'fullname']);
    expect(
      formFieldIds([
        { id: 'waterHeaterAge', label: 'Age' },
        { id: 'waterHeaterAge', label: 'Twin' },
        { id: 'waterHeaterAge-2', label: 'Own' },
      ]),
    ).toEqual(['waterHeaterAge', 'waterHeaterAge-3', 'waterHeaterAge-2']);
  });

  it('is present, unique and stable across saves for any form', () => {
    const field = fc.record({
      id: fc.option(fc.constantFrom('a', 'a-2', 'field', ' ', 'B')),
      label: fc.constantFrom('A', 'a!', 'a 2', '春', 'B', 'Field'),
    });
    fc.assert(
      fc.property(fc.array(field, { maxLength: 12 }), (fields) => {
        const ids = formFieldIds(fields);
        expect(new Set(ids).size).toBe(fields.length);
        expect(ids.filter((id) => id.trim() === '')).toEqual([]);
        expect(
          formFieldIds(fields.map((field, index) => ({ id: ids[index], label: `${field.label} renamed` }))),
        ).toEqual(ids);
      }),
    );
  });
});
