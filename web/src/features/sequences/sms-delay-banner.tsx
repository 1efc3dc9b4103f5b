import { useQuery } from '@apollo/client/react';
import { SystemDocument } from '../../shared/graphql/generated';
import { Banner } from '../../ui/feedback/banner';

/** Says that texts are late while the part that sends them is down. */
export function DelayBanner() {
  const { data } = useQuery(SystemDocument);
  if (!data?.system.textsDelayed) return null;
  return (
    <Banner>
      Text messages are delayed. New leads are being saved, and their texts will go out once sending is back.
    </Banner>
  );
}
