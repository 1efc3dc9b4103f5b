import { useFormContext } from 'react-hook-form';
import type { CampaignDraft } from './campaign-draft';

/** The draft under edit, and its checks. */
export const useBuilderForm = () => useFormContext<CampaignDraft>();
