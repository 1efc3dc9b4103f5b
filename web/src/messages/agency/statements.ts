import { sharedMessages } from '../shared';
import { failureToast, successToast } from '../toasts';
import { usageMessages } from './usage';

/** The texts of what the agency charges and of the statements of its clients. */
export const statementMessages = {
  rates: 'Rates',
  noRates: 'Set what you charge for a month, a lead and a carrier segment. Each client then gets a monthly statement.',
  ratesFrom: (month: string) => `Starting ${month}`,
  setRates: 'Set rates',
  setOwnRates: 'Own rates',
  ratesOf: (name: string) => `Rates of ${name}`,
  forAllClients: 'For all clients without rates of their own. Past months do not change.',
  forOneClient: 'A blank rate is the rate of all clients. Past months do not change.',
  currency: 'Currency',
  fromMonth: 'First month',
  baseFee: 'Base fee per month',
  perLead: 'Price per lead',
  perSegment: 'Price per carrier segment',
  allClientsRate: (rate: string) => `All clients: ${rate}`,
  saveRates: 'Save rates',
  totalOf: (month: string) => `All statements of ${month}`,
  downloadAll: 'Download statements',
  amount: 'Amount',
  statementOf: (name: string) => `Statement of ${name}`,
  item: 'Item',
  quantity: 'Quantity',
  rate: 'Rate',
  total: 'Total of the statement',
  noneApply: (month: string) => `No rates apply to ${month}, so there are no amounts.`,
  downloadCsv: 'Download CSV',
  downloadPdf: 'Download PDF',
} as const;

/** What the lines of a statement charge. */
export const statementItems = {
  base_fee: 'Base fee',
  leads: sharedMessages.leads,
  segments: usageMessages.segments,
} as const;

/** What a statement says about whether it can still change. */
export const statementNotes = {
  running: 'So far. The month is not over.',
  closing: 'Preliminary. Messages that were not sent are still taken off.',
  final: 'Final. It does not change any more.',
} as const;

/** The toasts of rates and statements. */
export const statementToasts = {
  saved: successToast('Rates saved'),
  notSaved: (reason = 'Failed to save the rates') => failureToast(reason),
  notDownloaded: (reason = 'Failed to download the statement') => failureToast(reason),
};
