import type { ServiceName } from '@dripline/launcher/services';

export interface Image {
  name: ServiceName;
  /** Folder of the Dockerfile and the sources, relative to the repository root. */
  folder: string;
}

/** The shipped images. */
export const imageList: Image[] = [
  { name: 'graphql', folder: 'services/graphql' },
  { name: 'rest-facade', folder: 'services/rest-facade' },
  { name: 'workflows', folder: 'services/workflows' },
  { name: 'web', folder: 'web' },
];
