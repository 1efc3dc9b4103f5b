import { isUUID } from 'class-validator';
import express, { type NextFunction, type Request, type Response, Router } from 'express';
import type { DataSource } from 'typeorm';
import { validateRequest } from 'twilio/lib/webhooks/webhooks';
import type { OutboxRelay } from '../outbox/relay.types';
import { notifyChanges } from '../changes/notify-changes';
import { countUnmatchedReceipt } from './unmatched-receipts';
import { handleReply } from '../replies/handle-reply';
import { recordReceipt } from './record-receipt';
import { traceReceipt } from './trace-receipt';

/** Maximum request body. Twilio's own requests are smaller. */
const MAX_BODY = '16kb';

export interface TwilioWebhookDependencies {
  dataSource: DataSource;
  outboxRelay: OutboxRelay;
  /** The public origin of the callback URLs. The Host header is not trusted. */
  publicUrl: string;
  /** The Twilio auth token and, while it is rotated, the previous one. */
  authTokens: string[];
}

/** Serves `/webhooks/twilio`: delivery receipts and inbound messages, both signed by Twilio. */
export function twilioWebhooks({ dataSource, outboxRelay, publicUrl, authTokens }: TwilioWebhookDependencies): Router {
  const router = Router();
  router.use(express.urlencoded({ extended: false, limit: MAX_BODY, parameterLimit: 100 }));

  const requireSignature = (req: Request, res: Response, next: NextFunction) => {
    const url = `${publicUrl}${req.originalUrl}`;
    const fields = (req.body ?? {}) as Record<string, string>;
    const isSigned = authTokens.some((token) =>
      validateRequest(token, req.get('x-twilio-signature') ?? '', url, fields),
    );
    if (isSigned) return next();
    res
      .status(403)
      .json({ message: 'The X-Twilio-Signature header is missing or does not match the request.', code: 'FORBIDDEN' });
  };

  router.post('/status', requireSignature, async (req, res) => {
    const { MessageSid = '', MessageStatus = '', ErrorCode = null } = req.body as Record<string, string>;
    const { m } = req.query;
    const messageId = isUUID(m) ? (m as string) : null;
    const isKnown = await recordReceipt(dataSource, {
      providerId: MessageSid,
      messageId,
      status: MessageStatus,
      errorCode: ErrorCode,
    });
    if (isKnown) await traceReceipt(dataSource.manager, messageId, MessageStatus);
    else await countUnmatchedReceipt(dataSource.manager, MessageSid);
    notifyChanges(dataSource);
    // The relay is not woken: most receipts enqueue nothing, and it polls once a second.
    res.status(204).end();
  });

  router.post('/inbound', requireSignature, async (req, res) => {
    const {
      MessageSid = '',
      From = '',
      To = '',
      MessagingServiceSid,
      Body = '',
      OptOutType,
    } = req.body as Record<string, string>;
    await handleReply(dataSource, {
      ...{ providerId: MessageSid, from: From, to: To, messagingServiceSid: MessagingServiceSid },
      ...{ body: Body, optOutType: OptOutType },
    });
    outboxRelay.wake();
    notifyChanges(dataSource);
    // An empty response, because Twilio itself confirms STOP, START and HELP.
    res.type('text/xml').send('<?xml version="1.0" encoding="UTF-8"?><Response/>');
  });
  return router;
}
