import { AfterSubmissionSection } from './sections/after-submission-section';
import { CampaignSection } from './sections/campaign-section';
import { ContentSection } from './sections/content-section';
import { FormSection } from './sections/form-section';
import { MediaSection } from './sections/media-section';

/** The side panel with all sections of the campaign form. */
export function BuilderSections({ landingBase }: { landingBase: string }) {
  return (
    <>
      <CampaignSection landingBase={landingBase} />
      <ContentSection />
      <MediaSection />
      <FormSection />
      <AfterSubmissionSection />
    </>
  );
}
