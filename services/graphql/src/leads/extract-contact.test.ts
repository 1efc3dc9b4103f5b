import { FormFieldType } from '../campaigns/form-field.entity';
import { extractContact, isInCountries } from './extract-contact';

const ann = { fullName: 'Ann Lee', email: 'ann@example.com', phone: '(415) 555-2671', phoneE164: '+14155552671' };
const noContact = { fullName: null, email: null, phone: null, phoneE164: null };

describe('contact details of a submission', () => {
  it.each([
    ['fullname', 'email', 'phonenumber'],
    ['fullName', 'email', 'phoneNumber'],
    ['FULLNAME', 'EMAIL', 'PHONE'],
    ['FullName', 'eMail', 'Phone'],
  ])('the contact is read from %s, %s and %s, whatever their type', (name, email, phone) => {
    const fields = [name, email, phone].map((id) => ({ id, type: FormFieldType.text }));
    expect(extractContact({ [name]: ann.fullName, [email]: ann.email, [phone]: ann.phone }, fields, 'US')).toEqual(ann);
  });

  it('the contact is read from fields of type tel and email, whatever their ids', () => {
    const fields = [
      { id: 'mobile', type: FormFieldType.tel },
      { id: 'writeto', type: FormFieldType.email },
    ];
    expect(extractContact({ mobile: ann.phone, writeto: ann.email }, fields, 'US')).toEqual({ ...ann, fullName: null });
  });

  it('field ids win over field types, and empty values are skipped', () => {
    const fields = [
      { id: 'fax', type: FormFieldType.tel },
      { id: 'phone', type: FormFieldType.text },
    ];
    expect(extractContact({ fax: '(212) 555-0199', phone: ann.phone }, fields, 'US')).toMatchObject({
      phone: ann.phone,
    });
    expect(extractContact({ fax: '(212) 555-0199', phone: '' }, fields, 'US')).toMatchObject({
      phone: '(212) 555-0199',
    });
    expect(extractContact({ nickname: 'Annie' }, fields, 'US')).toEqual(noContact);
  });
});

it.each([
  ['+14155552671', true],
  ['+16135552671', true],
  // An unassigned number, used in examples.
  ['+15555550123', true],
  ['+18765552671', false],
  ['+447400123456', false],
])('%s belongs to the United States or Canada: %s', (number, expected) =>
  expect(isInCountries(['US', 'CA'], number)).toBe(expected),
);
