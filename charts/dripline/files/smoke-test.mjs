// `helm test`: checks that each service answers, and that Postgres and Temporal are reachable.
const { WEB, FACADE, GRAPHQL_OPS } = process.env;

const answerOf = async (url, init) => {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(10_000) });
  return { status: answer.status, text: await answer.text() };
};

const checks = {
  'web serves the app': async () => (await answerOf(WEB)).text.includes('<div id="root"'),
  'a landing page asks GraphQL': async () =>
    (await answerOf(`${WEB}/landing/nobody/nothing`)).text.includes('Campaign not found'),
  // Rejected after a lookup in Postgres (429 after repeated tests), not because a service is down.
  'a sign-in is looked up': async () => {
    const body = JSON.stringify({ username: 'helm-test', password: 'no such person' });
    return [401, 429].includes(
      (
        await answerOf(`${FACADE}/api/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
      ).status,
    );
  },
  'Postgres and Temporal are reachable': async () => {
    const { database, temporal } = JSON.parse((await answerOf(`${GRAPHQL_OPS}/readyz`)).text);
    return database === true && temporal === true;
  },
};

let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  const isRight = await check().catch((error) => (console.error(error), false));
  console.log(`${isRight ? 'ok    ' : 'FAILED'} ${name}`);
  if (!isRight) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
