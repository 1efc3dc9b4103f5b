import { createTransport } from 'nodemailer';

/** An email to one account. */
export interface Email {
  /** The name of the sender. */
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same when an email is sent again, so that its recipient is shown it once. Without angle brackets. */
  messageId: string;
}

/** Sends emails through an SMTP server. */
export interface Mailer {
  /** Resolves when the server has accepted the email. Rejects if it did not, or nobody knows. */
  send(email: Email): Promise<void>;
  /** Closes the connections. */
  close(): void;
}

/** Connections to the server at a time. */
const MAX_CONNECTIONS = 5;
const CONNECT_MS = 10_000;
const IDLE_MS = 20_000;

interface MailerEnv {
  SMTP_URL?: string | undefined;
  EMAIL_FROM?: string | undefined;
  NODE_ENV?: string | undefined;
}

/** Returns a mailer, or null if no SMTP server is configured. Connects when the first email is sent. */
export function createMailer({ SMTP_URL, EMAIL_FROM, NODE_ENV }: MailerEnv): Mailer | null {
  if (!SMTP_URL || !EMAIL_FROM) return null;
  const url = new URL(SMTP_URL);
  // A password must not cross a network in the clear because an attacker hid that the server supports TLS.
  if (NODE_ENV === 'production' && url.protocol === 'smtp:' && !url.searchParams.has('requireTLS'))
    url.searchParams.set('requireTLS', 'true');
  const transport = createTransport({
    url: url.href,
    ...{ pool: true, maxConnections: MAX_CONNECTIONS },
    ...{ connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, dnsTimeout: CONNECT_MS, socketTimeout: IDLE_MS },
    // What is emailed never names a file or an address to fetch.
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  return {
    async send({ from, messageId, ...email }) {
      await transport.sendMail({
        ...{
          ...email,
          from: { name: from, address: EMAIL_FROM },
          messageId: `<${messageId}@${EMAIL_FROM.split('@').at(-1)!}>`,
        },
        // RFC 3834: out-of-office replies are not sent to it.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transport.close(),
  };
}
