import { MAX_SEARCH_LENGTH } from '@dripline/contract/limits';
import { IsOptional, MaxLength } from 'class-validator';
import { ArgsType, Field, InputType } from 'type-graphql';
import { Conditions } from '../api/connections/conditions';
import { connectionArgs, connectionType, type List } from '../api/connections/connections';
import { orderType } from '../api/connections/ordering';
import { File } from './file.entity';

export const FileConnection = connectionType(File, 'File', 'files');

@InputType({ description: 'Filters files. Fields that are omitted or null match all.' })
class FileFilter {
  @Field(() => String, { nullable: true, description: 'A part of the name.' })
  @IsOptional()
  @MaxLength(MAX_SEARCH_LENGTH, { message: `search must be at most ${MAX_SEARCH_LENGTH} characters.` })
  search?: string | null;
}

const order = orderType('File', 'files', {
  createdAt: { by: 'item.created_at', type: 'time', description: 'When the file was uploaded.' },
  originalName: { by: 'item.original_name', type: 'text', description: 'The name.' },
});

@ArgsType()
export class FileArgs extends connectionArgs(FileFilter, order) {}

/** The files of a client. */
export function fileList({ filter, orderBy }: FileArgs): List<File> {
  const conditions = new Conditions();
  conditions.contains('item.original_name', filter?.search);
  return {
    entity: File,
    parent: 'item.client_id',
    conditions,
    sort: order.toSort(orderBy),
  };
}
