import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { SignInDocument, SystemDocument } from '@dripline/contract/generated';
import { useNavigate } from 'react-router-dom';
import { notices } from '../../notices';
import { paths } from '../../paths';
import { notify } from '../../ui/toaster';
import { SignInCard } from './sign-in-card';

/** The administrator's sign-in. */
export function AdminSignIn() {
  const apollo = useApolloClient();
  const navigate = useNavigate();
  const { data } = useQuery(SystemDocument, { fetchPolicy: 'cache-first' });
  const name = data?.system.productName ?? 'Dripline';
  const [signIn, { loading }] = useMutation(SignInDocument, {
    refetchQueries: [],
    onError: () => notify(notices.adminSignInFailed),
    onCompleted: async () => {
      await apollo.clearStore();
      notify(notices.adminSignedIn(name));
      await navigate(paths.admin.href());
    },
  });
  return (
    <>
      <title>{`Admin sign-in · ${name}`}</title>
      <SignInCard
        title={name}
        subtitle="Master Admin Portal"
        busy={loading}
        onSubmit={(variables) => void signIn({ variables })}
        onMissing={() => notify(notices.adminFieldsMissing)}
      />
    </>
  );
}
