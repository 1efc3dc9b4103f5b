import { setTimeout } from 'node:timers/promises';
import type { RestCaller } from '../rest-client';
import { makePerson } from './people';
import type { Random } from './random';

const PEOPLE = 12;
const POLL_MS = 100;

/** Imports people who signed up at a fair into a campaign. Two rows are rejected. */
export async function importPeople(campaignId: string, call: RestCaller, random: Random): Promise<void> {
  const graphql = async <Data>(query: string, variables: object) =>
    (await call<{ data: Data }>('POST', '/graphql', { query, variables })).data;
  const { created } = await graphql<{ created: { id: string } }>(
    `
      mutation ($campaignId: ID!) {
        created: createLeadImport(
          campaignId: $campaignId
          fileName: "spring-fair.csv"
          howObtained: "Signed the list at the spring fair"
          columns: [
            { name: "Name", target: answer, fieldId: "fullName" }
            { name: "Mobile", target: answer, fieldId: "phone" }
            { name: "Text me", target: consent }
            { name: "Labels", target: tags }
          ]
        ) {
          id
        }
      }
    `,
    { campaignId },
  );
  // Numbers that no other demo lead has.
  const people = Array.from({ length: PEOPLE }, (_, nth) => [
    makePerson(random).fullName,
    `(720) 555-01${String(nth).padStart(2, '0')}`,
    nth % 3 === 0 ? 'no' : 'yes',
    'Spring fair',
  ]);
  const rows = [...people, ['Sam Brooks', '555', 'yes', ''], ['Grace Kim', people[0]![1]!, 'yes', '']];
  await graphql(
    `
      mutation ($id: ID!, $rows: [[String!]!]!) {
        addLeadImportRows(id: $id, position: 0, rows: $rows) {
          ready
        }
      }
    `,
    { id: created.id, rows },
  );
  const { job } = await graphql<{ job: { id: string } }>(
    'mutation ($id: ID!) { job: startLeadImport(id: $id) { id } }',
    created,
  );
  const isRunning = async () => {
    const { leadJob } = await graphql<{ leadJob: { state: string } }>(
      'query ($id: ID!) { leadJob(id: $id) { state } }',
      job,
    );
    return leadJob.state === 'running';
  };
  while (await isRunning()) await setTimeout(POLL_MS);
}
