import { useQuery } from '@apollo/client/react';
import { AppConfigDocument } from '../../shared/graphql/generated';
import { Banner } from '../../ui/feedback/banner';

/** Warns that messages are delayed while the sending service is down. */
export function SmsDelayBanner() {
  const { data } = useQuery(AppConfigDocument);
  if (!data?.appConfig.messagesDelayed) return null;
  return (
    <Banner>
      Text messages are delayed. New leads are saved, and their messages will be sent when sending resumes.
    </Banner>
  );
}
