import { readEnv } from './env';
import { Ledger } from './ledger';
import { createTwilioEmulator } from './emulator';

const env = readEnv();
const ledger = new Ledger(env.LEDGER);
const inboundUrl = env.PUBLIC_URL && `${env.PUBLIC_URL}/webhooks/twilio/inbound`;
const app = createTwilioEmulator({
  accountSid: env.TWILIO_ACCOUNT_SID,
  authToken: env.TWILIO_AUTH_TOKEN,
  inboundUrl,
  deliverTo: env.DELIVER_TO,
  ledger,
});
const server = app.listen(env.PORT, env.HOST, () =>
  console.log(
    JSON.stringify({ port: (server.address() as { port: number }).port, msg: 'the Twilio emulator is listening' }),
  ),
);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    server.close(() => process.exit(0));
    server.closeAllConnections();
  });
}
