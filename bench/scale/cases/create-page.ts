import type { ScaleRun } from '../scale-run';
import type { VisitedPage } from '../visitors';

const LIMIT = 10_000_000;

/** Creates a client with one campaign whose form has a phone number. */
export async function createPage(
  { harness, origin }: Pick<ScaleRun, 'harness' | 'origin'>,
  businessName: string,
): Promise<VisitedPage> {
  const { call } = harness;
  const client = await call<{ id: string; handle: string }>('POST', '/api/clients', {
    businessName,
    contactEmail: 'owner@acme.example',
    notificationPhone: 'none',
  });
  await call('PUT', `/api/clients/${client.id}`, { monthlyLeadLimit: LIMIT, monthlySMSLimit: LIMIT });
  const { slug } = await call<{ slug: string }>('POST', `/api/clients/${client.id}/campaigns`, {
    name: 'Spring',
    formFields: [{ id: 'phone', type: 'tel', label: 'Phone' }],
  });
  return {
    url: `${origin}/landing/${client.handle}/${slug}`,
    submitUrl: `${origin}/api/campaigns/${client.handle}/${slug}/leads`,
  };
}
