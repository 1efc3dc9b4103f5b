import { useMutation, useQuery } from '@apollo/client/react';
import { Fieldset, Heading, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { notificationMessages as messages, notificationToasts } from '../../../messages/leads/notifications';
import { errorMessageOf } from '../../../shared/api-error';
import {
  MuteNotificationsDocument,
  NotificationChannelsDocument,
  type NotificationKind,
  SetEmailNotificationsDocument,
  SetLeadNotificationsDocument,
  ViewerDocument,
} from '../../../shared/graphql/generated';
import { formatPhone } from '../../../shared/phone';
import { refreshedOnOpen } from '../../../shared/refreshed-on-open';
import { retry } from '../../../shared/retry';
import { LoadError } from '../../../ui/feedback/load-error';
import { showToast } from '../../../ui/feedback/toaster';
import { SwitchField } from '../../../ui/form/switch-field';
import { Card } from '../../../ui/layout/card';

const ofAll: readonly NotificationKind[] = ['new_lead', 'reply'];
const ofMembers: readonly NotificationKind[] = [...ofAll, 'mention', 'assignment'];

interface NotificationSettingsProps {
  clientId: string;
  notificationPhone: string;
  isMember: boolean;
  /** Whether the viewer may change what the whole business gets. */
  isOwner: boolean;
  /** An administrator chooses nothing of their own here. */
  isAdmin: boolean;
}

/** What the account is notified of in the bell and by email, and the text message to the business. Each choice is saved at once. */
export function NotificationSettings({
  clientId,
  notificationPhone,
  isMember,
  isOwner,
  isAdmin,
}: NotificationSettingsProps) {
  // The dashboard has loaded it.
  const { data: viewed } = useQuery(ViewerDocument, { fetchPolicy: 'cache-only' });
  const { data, error, refetch } = useQuery(NotificationChannelsDocument, {
    variables: { clientId },
    ...refreshedOnOpen,
  });
  const [mute] = useMutation(MuteNotificationsDocument);
  const [setEmail] = useMutation(SetEmailNotificationsDocument);
  const [setText] = useMutation(SetLeadNotificationsDocument);
  const kinds = [...(isMember ? ofMembers : ofAll), ...(data?.client.abTestingEnabled ? (['ab_test'] as const) : [])];
  const account = viewed?.viewer.client;
  const muted = account?.notificationState.muted ?? [];
  const email = data?.client.emailNotifications;
  const save = (saving: Promise<unknown>) =>
    saving.catch((reason: unknown) => showToast(notificationToasts.failed(errorMessageOf(reason))));

  const show = (kind: NotificationKind, isShown: boolean) => {
    const next = withKind(muted, kind, !isShown);
    const muteNotifications = { ...account!, notificationState: { ...account!.notificationState, muted: next } };
    void save(mute({ variables: { clientId, kinds: next }, optimisticResponse: { muteNotifications } }));
  };
  const emailKind = (kind: NotificationKind, isEmailed: boolean) => {
    const next = withKind(email!.kinds, kind, isEmailed);
    const setEmailNotifications = { ...data!.client, emailNotifications: { ...email!, kinds: next } };
    void save(setEmail({ variables: { clientId, kinds: next }, optimisticResponse: { setEmailNotifications } }));
  };
  const text = (enabled: boolean) => {
    const setLeadNotifications = { ...data!.client, leadNotificationsEnabled: enabled };
    void save(setText({ variables: { clientId, enabled }, optimisticResponse: { setLeadNotifications } }));
  };
  return (
    <Card padding="5">
      <Heading as="h2" size="md" marginBottom="4">
        {messages.notifications}
      </Heading>
      <Stack gap="6">
        {!isAdmin && (
          <Channel name={messages.inBell} hint={messages.hint}>
            {kinds.map((kind) => (
              <SwitchField
                key={kind}
                label={messages.kinds[kind]}
                {...(kind === 'reply' ? { hint: messages.replyHint } : {})}
                checked={!muted.includes(kind)}
                onChange={(isShown) => show(kind, isShown)}
              />
            ))}
          </Channel>
        )}
        {email && (
          <Channel
            name={messages.byEmail}
            hint={email.address === null ? messages.noAddress : messages.emailHint(email.address)}
          >
            {email.failedAt !== null && (
              <Text textStyle="sm" color="fg.error">
                {messages.emailFailed}
              </Text>
            )}
            {email.address !== null &&
              kinds.map((kind) => (
                <SwitchField
                  key={kind}
                  label={messages.kinds[kind]}
                  checked={email.kinds.includes(kind)}
                  onChange={(isEmailed) => emailKind(kind, isEmailed)}
                />
              ))}
          </Channel>
        )}
        {data && isOwner && (
          <Channel name={messages.byText} hint={messages.textHint(formatPhone(notificationPhone))}>
            <SwitchField
              label={messages.kinds.new_lead}
              checked={data.client.leadNotificationsEnabled}
              onChange={text}
            />
          </Channel>
        )}
        {!data && error && <LoadError subject="the other notifications" onRetry={() => retry(refetch())} />}
      </Stack>
    </Card>
  );
}

/** Where one is notified, with its switches. */
function Channel({ name, hint, children }: { name: string; hint: string; children: ReactNode }) {
  return (
    <Fieldset.Root gap="1">
      <Fieldset.Legend textStyle="sm" fontWeight="semibold" color="fg">
        {name}
      </Fieldset.Legend>
      <Fieldset.HelperText marginTop="0" color="fg.muted" overflowWrap="anywhere">
        {hint}
      </Fieldset.HelperText>
      <Stack gap="1">{children}</Stack>
    </Fieldset.Root>
  );
}

/** Returns the kinds with or without one of them. */
const withKind = (kinds: readonly NotificationKind[], kind: NotificationKind, isIncluded: boolean) => {
  const others = kinds.filter((other) => other !== kind);
  return isIncluded ? [...others, kind] : others;
};
