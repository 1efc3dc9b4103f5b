import type { ServiceName } from '@dripline/launcher/services';

export interface Image {
  name: ServiceName;
  /** Where its Dockerfile and sources are, from the repository's root. */
  folder: string;
}

/** What the product ships as. */
export const imageList: Image[] = [
  { name: 'graphql', folder: 'services/graphql' },
  { name: 'rest-facade', folder: 'services/rest-facade' },
  { name: 'workflows', folder: 'services/workflows' },
  { name: 'web', folder: 'web' },
];
