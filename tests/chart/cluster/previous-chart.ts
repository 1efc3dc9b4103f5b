import { join } from 'node:path';
import { chart } from '@dripline/tools/chart/render-chart';
import type { Cleanup } from '@dripline/launcher/processes/cleanup';
import { fetchRelease, isInHistory, previousRelease } from '../../upgrade/fetch-release';
import { forAnyKubernetes } from './for-any-kubernetes';

export interface PreviousChart {
  folder: string;
  /** How the release is called. */
  name: string;
}

/** The chart of the release before this one; today's where this clone's history does not reach back to it. */
export async function previousChart(cleanup: Cleanup): Promise<PreviousChart> {
  const release = previousRelease();
  if (!(await isInHistory(release)))
    return {
      folder: forAnyKubernetes(chart, cleanup),
      name: 'this very release, as this clone does not have the one before',
    };
  const folder = await fetchRelease(release, cleanup, 'charts/dripline');
  return { folder: forAnyKubernetes(join(folder, 'charts/dripline'), cleanup), name: `release ${release.name}` };
}
