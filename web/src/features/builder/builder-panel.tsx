import { AfterSection } from './after-section';
import { CampaignSection } from './campaign-section';
import { ContentSection } from './content-section';
import { FormSection } from './form-section';
import { MediaSection } from './media-section';

/** The side panel with all sections of the campaign form. */
export function BuilderPanel({ landingBase }: { landingBase: string }) {
  return (
    <>
      <CampaignSection landingBase={landingBase} />
      <ContentSection />
      <MediaSection />
      <FormSection />
      <AfterSection />
    </>
  );
}
