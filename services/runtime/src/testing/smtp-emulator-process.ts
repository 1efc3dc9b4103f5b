import PostalMime from 'postal-mime';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { ReceivedEmail, SmtpBehaviour, SmtpEvent } from './smtp-emulator';

let behaviour: SmtpBehaviour = 'accept';
process.on('message', (message: SmtpBehaviour) => (behaviour = message));
// The parent ended.
process.once('disconnect', () => process.exit());
const emit = (event: SmtpEvent) => process.send!(event);

/** An SMTP server that delivers nothing. It wants the password of the tests. */
const server = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  logger: false,
  onAuth: ({ username, password }, _session, answer) =>
    password === 'password-of-the-tests' ? answer(null, { user: username }) : answer(reply(535, 'Wrong password')),
  onRcptTo: (_address, _session, answer) => (behaviour === 'reject' ? answer(reply(550, 'No such mailbox')) : answer()),
  onData(stream, session, answer) {
    void text(stream).then(async (source) => {
      if (behaviour === 'defer') return answer(reply(451, 'Try again later'));
      const { subject, text: plain, html, messageId, from, to, headers } = await PostalMime.parse(source);
      const email: ReceivedEmail = {
        ...{ subject: subject!, text: plain!, html: html!, messageId: messageId!, from: from as ReceivedEmail['from'] },
        to: to!.map(({ address }) => address!),
        headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
      };
      emit({ email });
      if (behaviour !== 'accept then disconnect') return answer();
      const connections = [...server.connections] as { session: object; _socket: Socket }[];
      connections.find((connection) => connection.session === session)!._socket.destroy();
    });
  },
});

server.on('error', () => undefined);
server.listen(0, '127.0.0.1', () => emit({ port: (server.server.address() as { port: number }).port }));

const reply = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });
