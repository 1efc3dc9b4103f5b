import { Center, Spinner } from '@chakra-ui/react';

/** While a screen's code or its access check is on the way. */
export function PageLoading() {
  return (
    <Center minHeight="60dvh" role="status" aria-label="Loading">
      <Spinner color="brand.solid" size="lg" borderWidth="3px" />
    </Center>
  );
}
