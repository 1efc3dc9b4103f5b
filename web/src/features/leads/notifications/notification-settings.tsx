import { useMutation, useQuery } from '@apollo/client/react';
import { Heading, Stack, Text } from '@chakra-ui/react';
import { notificationMessages as messages, notificationToasts } from '../../../messages/leads/notifications';
import { errorMessageOf } from '../../../shared/api-error';
import { MuteNotificationsDocument, type NotificationKind, ViewerDocument } from '../../../shared/graphql/generated';
import { showToast } from '../../../ui/feedback/toaster';
import { SwitchField } from '../../../ui/form/switch-field';
import { Card } from '../../../ui/layout/card';

const ofAll: readonly NotificationKind[] = ['new_lead', 'reply'];
const ofMembers: readonly NotificationKind[] = [...ofAll, 'mention', 'assignment'];

/** What the bell shows the account. Each choice is saved at once. */
export function NotificationSettings({ clientId, isMember }: { clientId: string; isMember: boolean }) {
  // The dashboard has loaded it.
  const { data } = useQuery(ViewerDocument, { fetchPolicy: 'cache-only' });
  const account = data?.viewer.client;
  const [mute] = useMutation(MuteNotificationsDocument);
  const state = account?.notificationState;
  const choose = async (kind: NotificationKind, isShown: boolean) => {
    const others = (state?.muted ?? []).filter((other) => other !== kind);
    const kinds = isShown ? others : [...others, kind];
    const client = { ...account!, notificationState: { ...state!, muted: kinds } };
    try {
      await mute({ variables: { clientId, kinds }, optimisticResponse: { muteNotifications: client } });
    } catch (error) {
      showToast(notificationToasts.failed(errorMessageOf(error)));
    }
  };
  return (
    <Card padding="5">
      <Heading as="h2" size="md">
        {messages.notifications}
      </Heading>
      <Text color="fg.muted" textStyle="sm" marginTop="0.5" marginBottom="3">
        {messages.hint}
      </Text>
      <Stack gap="1">
        {(isMember ? ofMembers : ofAll).map((kind) => (
          <SwitchField
            key={kind}
            label={messages.kinds[kind]}
            {...(kind === 'reply' ? { hint: messages.replyHint } : {})}
            checked={!state?.muted.includes(kind)}
            onChange={(isShown) => void choose(kind, isShown)}
          />
        ))}
      </Stack>
    </Card>
  );
}
