/** @jest-environment jsdom */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type Answers, renderScreen, serverError } from '../../../testing/render';
import { ratesOfMonth } from './money';
import { RatesCard } from './rates-card';
import { RatesDialog } from './rates-dialog';
import { StatementDialog } from './statement-dialog';

const ratesFrom = (fromMonth: string, perLead: string | null, id = fromMonth) => ({
  __typename: 'Rates' as const,
  id,
  fromMonth,
  currency: 'USD',
  baseFee: '99.00000',
  perLead,
  perSegment: '0.00790',
});
const answerWith = (...nodes: object[]) => ({ rates: { __typename: 'RatesConnection', nodes } });
const client = { id: 'a', businessName: 'Acme' };
const ignore = () => undefined;

describe('the rates of all clients', () => {
  const open = (answers: Answers, month?: string) =>
    renderScreen(<RatesCard month={month} totals={{ amount: '1234.5', currency: 'USD' }} onSet={ignore} />, answers);

  it('invite to set them, and have no statements to download', async () => {
    open({ Rates: answerWith() });
    expect(await screen.findByText(/Set what you charge/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Download statements' })).toBeNull();
    expect(screen.queryByRole('definition')).toBeNull();
  });

  it('are those of the shown month, followed by later ones', async () => {
    open({ Rates: answerWith(ratesFrom('2999-01', '3.00000'), ratesFrom('2026-01', '1.50000')) }, '2026-03');
    const figures = await screen.findAllByRole('definition');
    expect(figures.map(({ textContent }) => textContent)).toEqual(['$99.00', '$1.50', '$0.0079', '$1,234.50']);
    expect(screen.getByText('All statements of March 2026')).toBeTruthy();
    // A year ahead at most.
    expect(screen.queryByText(/January 2999/)).toBeNull();
  });

  it('are the newest of those with the latest first month', () => {
    const all = [ratesFrom('2026-01', '4', 'newest'), ratesFrom('2026-03', '3', 'b'), ratesFrom('2026-03', '2', 'c')];
    expect(['2025-12', '2026-02', '2026-03', '2027-01'].map((month) => ratesOfMonth(all, month)?.id)).toEqual([
      undefined,
      'newest',
      'b',
      'b',
    ]);
  });
});

describe('setting rates', () => {
  it('shows what is wrong with a rate at its field, then sends decimals as they are typed', async () => {
    const SetRates = { setRates: ratesFrom('2026-01', '1.50000') };
    const { user, sent } = renderScreen(<RatesDialog onClose={ignore} />, { Rates: answerWith(), SetRates });
    const perLead = await screen.findByRole('textbox', { name: 'Price per lead' });
    await user.type(perLead, '1,5');
    await user.click(screen.getByRole('button', { name: 'Save rates' }));
    expect(await screen.findByText(/Price per lead must be a decimal with at most 7 digits/)).toBeTruthy();
    fireEvent.change(perLead, { target: { value: ' 1.50 ' } });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'EUR');
    await user.click(screen.getByRole('button', { name: 'Save rates' }));
    await waitFor(() => expect(sent.at(-1)?.name).toBe('SetRates'));
    expect(sent.at(-1)?.variables).toMatchObject({
      clientId: null,
      input: { baseFee: null, perLead: '1.50', perSegment: null, currency: 'EUR' },
    });
  });

  it('shows the server’s reason at its field', async () => {
    const SetRates = () => {
      throw serverError('Invalid', { code: 'BAD_USER_INPUT', fields: { currency: 'Past statements are in EUR.' } });
    };
    const rates = answerWith(ratesFrom('2026-01', '1.50000'));
    const { user } = renderScreen(<RatesDialog onClose={ignore} />, { Rates: rates, SetRates });
    const fee = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Base fee per month' });
    expect(fee.value).toBe('99');
    await user.click(screen.getByRole('button', { name: 'Save rates' }));
    expect(await screen.findByText('Past statements are in EUR.')).toBeTruthy();
  });

  it('of one client leaves blank what follows the rates of all clients', async () => {
    const Rates = ({ filter }: Record<string, unknown>) =>
      (filter as { clientId?: string }).clientId
        ? answerWith({ ...ratesFrom('2026-02', '1.25000'), currency: null, baseFee: null, perSegment: null })
        : answerWith(ratesFrom('2026-01', '1.50000'));
    renderScreen(<RatesDialog client={client} onClose={ignore} />, { Rates });
    const dialog = await screen.findByRole('dialog', { name: 'Rates of Acme' });
    await waitFor(() => expect(within(dialog).getAllByRole('textbox')).toHaveLength(3));
    const values = within(dialog).getAllByRole<HTMLInputElement>('textbox');
    expect(values.map(({ value }) => value)).toEqual(['', '1.25', '']);
    expect(within(dialog).getByText('All clients: $0.0079')).toBeTruthy();
    expect(within(dialog).queryByRole('combobox', { name: 'Currency' })).toBeNull();
  });
});

describe('a statement', () => {
  const statementOf = (currency: string | null) => ({
    statement: {
      __typename: 'Statement',
      month: '2026-10',
      status: 'closing',
      currency,
      total: currency && '17.60',
      lines: [
        {
          __typename: 'StatementLine',
          item: 'base_fee',
          quantity: 1,
          rate: currency && '10.00000',
          amount: currency && '10.00',
        },
        {
          __typename: 'StatementLine',
          item: 'leads',
          quantity: 1200,
          rate: currency && '0.00500',
          amount: currency && '6.00',
        },
        {
          __typename: 'StatementLine',
          item: 'segments',
          quantity: 202,
          rate: currency && '0.00790',
          amount: currency && '1.60',
        },
      ],
    },
  });
  const open = (currency: string | null) =>
    renderScreen(<StatementDialog client={client} month="2026-10" onSetRates={ignore} onClose={ignore} />, {
      Statement: statementOf(currency),
    });

  it('lists quantities, rates and amounts, and says that it can still change', async () => {
    open('USD');
    const dialog = await screen.findByRole('dialog', { name: 'Statement of Acme' });
    expect(await within(dialog).findByText(/October 2026. Preliminary/)).toBeTruthy();
    const rows = within(dialog).getAllByRole('row');
    expect(
      rows.slice(1).map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['Base fee', '1', '$10.00', '$10.00'],
      ['Leads', '1,200', '$0.005', '$6.00'],
      ['Carrier segments', '202', '$0.0079', '$1.60'],
      ['Total of the statement', '$17.60'],
    ]);
  });

  it('says that no rates apply', async () => {
    open(null);
    expect(await screen.findByText(/No rates apply to October 2026/)).toBeTruthy();
    expect(screen.getAllByText('–').length).toBe(7);
  });
});
