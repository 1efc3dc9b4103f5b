import { useFormContext } from 'react-hook-form';
import type { CampaignDraft } from './campaign-draft';

/** The form context of the campaign builder. */
export const useBuilderForm = () => useFormContext<CampaignDraft>();
