import { DEFAULT_DISCLOSURE, shownDisclosure } from '@dripline/contract/rules/disclosure';
import type { ClientFieldsFragment } from '../../../shared/graphql/generated';
import type { LandingView } from '../../../landing/landing-view';
import type { CampaignDraft } from '../campaign-draft';
import { mediaUrlProblem } from '../url-rules';

/** The draft as a visitor would see it; an address that cannot be right yet is left out. */
export function previewView(
  draft: CampaignDraft,
  client: Pick<ClientFieldsFragment, 'handle' | 'businessName' | 'whiteLabelEnabled'>,
): LandingView {
  return {
    clientHandle: client.handle,
    businessName: client.businessName,
    whiteLabel: client.whiteLabelEnabled,
    slug: draft.slug,
    headline: draft.headline,
    subheadline: draft.subheadline,
    logoImageUrl: shown(draft.logoImageUrl),
    logoSize: draft.logoSize,
    backgroundImageUrl: shown(draft.backgroundImageUrl),
    formImageUrl: shown(draft.formImageUrl),
    formImageSize: draft.formImageSize,
    formVideoUrl: shown(draft.formVideoUrl),
    // Copies are the visitor's: a draft shows what was uploaded.
    logoImage: null,
    backgroundImage: null,
    formImage: null,
    formFields: draft.formFields,
    submitButtonText: draft.submitButtonText,
    disclosure: shownDisclosure(draft.disclosure.trim() || DEFAULT_DISCLOSURE, draft.formFields, client.businessName),
    pageVersion: '',
  };
}

function shown(url: string): string | null {
  return mediaUrlProblem(url) ? null : url.trim() || null;
}
