import { join } from 'node:path';
import { chart } from '@dripline/tools/chart/render-chart';
import type { Cleanup } from '@dripline/launcher/processes/cleanup';
import { fetchRelease, isInHistory, previousRelease } from '../../upgrade/fetch-release';

export interface PreviousChart {
  folder: string;
  /** Name of the release, for messages. */
  name: string;
}

/** Returns the chart of the previous release, or the current chart if this clone does not have the previous release. */
export async function previousChart(cleanup: Cleanup): Promise<PreviousChart> {
  const release = previousRelease();
  if (!release || !(await isInHistory(release)))
    return {
      folder: chart,
      name: 'this release, because there is no previous one in this clone',
    };
  const folder = await fetchRelease(release, cleanup, 'charts/dripline');
  return { folder: join(folder, 'charts/dripline'), name: `release ${release.name}` };
}
