import { InitialSchema1763800000000 } from './1763800000000-initial-schema';
import { FormLabels1764100000000 } from './1764100000000-form-labels';
import { LeadTags1764300000000 } from './1764300000000-lead-tags';
import { LeadSources1764300000001 } from './1764300000001-lead-sources';

/** All migrations, in the order in which they run. */
export const migrations = [
  InitialSchema1763800000000,
  FormLabels1764100000000,
  LeadTags1764300000000,
  LeadSources1764300000001,
];
