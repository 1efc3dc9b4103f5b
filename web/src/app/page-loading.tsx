import { Center, Spinner } from '@chakra-ui/react';

/** Shown while a screen's code or its access check loads. */
export function PageLoading() {
  return (
    <Center minHeight="60dvh" role="status" aria-label="Loading">
      <Spinner color="brand.solid" size="lg" borderWidth="3px" />
    </Center>
  );
}
