import { useQuery } from '@apollo/client/react';
import { Box, Button } from '@chakra-ui/react';
import { type ViewerQuery, ViewerDocument } from '../shared/graphql/generated';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { paths } from '../shared/paths';
import { retry } from '../shared/retry';
import { Banner } from '../ui/feedback/banner';
import { AdminRequired } from './admin-required';
import { PageLoading } from './page-loading';

interface AccessGateProps {
  allows: (viewer: ViewerQuery['viewer']) => boolean;
  otherwise?: ReactNode;
  children: ReactNode;
}

/**
 * Renders its children when `allows` accepts the viewer, and `otherwise` (the fallback screen) when it does not. Whoever
 * cannot be looked up is not signed in (product spec, section 4).
 */
export function AccessGate({ allows, otherwise = <AdminRequired />, children }: AccessGateProps) {
  const { data, error, refetch } = useQuery(ViewerDocument);
  const { pathname, search } = useLocation();
  if (data && isSecondFactorOverdue(data.viewer) && pathname + search !== paths.security.href())
    return <Navigate to={paths.security.href()} replace />;
  if (data) return allows(data.viewer) ? children : otherwise;
  if (!error) return <PageLoading />;
  return (
    <>
      <Box padding="3">
        <Banner>
          We could not check whether you are signed in.{' '}
          <Button variant="plain" size="xs" textDecoration="underline" onClick={() => retry(refetch())}>
            Try again
          </Button>
        </Banner>
      </Box>
      {otherwise}
    </>
  );
}

/** Whether the viewer can only add a second factor. */
export const isSecondFactorOverdue = ({ secondFactorDueAt }: ViewerQuery['viewer']) =>
  secondFactorDueAt != null && new Date(secondFactorDueAt) <= new Date();

/** Whether the viewer is signed in as an administrator. */
export const isAdmin = (viewer: ViewerQuery['viewer']) => viewer.user !== null;
