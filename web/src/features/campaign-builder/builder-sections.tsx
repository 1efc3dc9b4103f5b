import type { ComponentProps } from 'react';
import { DesignSection } from './design/design-section';
import { AfterSubmissionSection } from './sections/after-submission-section';
import { CampaignSection } from './sections/campaign-section';
import { ContentSection } from './sections/content-section';
import { FormSection } from './sections/form-section';
import { MediaSection } from './sections/media-section';
import { TrustSection } from './sections/trust-section';

/** The side panel with all sections of the campaign form. */
export function BuilderSections({
  clientColor,
  ...campaign
}: ComponentProps<typeof CampaignSection> & ComponentProps<typeof DesignSection>) {
  return (
    <>
      <CampaignSection {...campaign} />
      <ContentSection />
      <DesignSection clientColor={clientColor} />
      <MediaSection />
      <FormSection />
      <TrustSection />
      <AfterSubmissionSection />
    </>
  );
}
