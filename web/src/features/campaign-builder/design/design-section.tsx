import { Skeleton } from '@chakra-ui/react';
import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../lazy-part';
import { BuilderSection } from '../sections/builder-section';

// It contains the arithmetic of colors.
const DesignFields = lazyPart('the design', async () => (await import('./design-fields')).DesignFields);

/** The landing page's layout and brand color. */
export function DesignSection(props: ComponentProps<typeof DesignFields>) {
  return (
    <BuilderSection title="Design">
      <Suspense fallback={<Skeleton height="190px" role="status" aria-label="Loading" />}>
        <DesignFields {...props} />
      </Suspense>
    </BuilderSection>
  );
}
