import { ArgsType } from 'type-graphql';
import { connectionArgs, connectionType, type List } from '../../api/connections/connections';
import { orderType } from '../../api/connections/ordering';
import { LeadNote } from './lead-note.entity';

export const LeadNoteConnection = connectionType(LeadNote, 'LeadNote', 'notes');

const order = orderType('LeadNote', 'notes', {
  createdAt: { by: 'item.created_at', type: 'time', description: 'When the note was written.' },
});

@ArgsType()
export class LeadNoteArgs extends connectionArgs(null, order) {}

/** The notes on a lead, newest first by default. */
export const leadNoteList = ({ orderBy }: LeadNoteArgs): List<LeadNote> => ({
  entity: LeadNote,
  parent: 'item.lead_id',
  sort: order.toSort(orderBy),
});
