import { isUUID } from 'class-validator';
import express, { type NextFunction, type Request, type Response, Router } from 'express';
import type { DataSource } from 'typeorm';
import { validateRequest } from 'twilio/lib/webhooks/webhooks';
import type { FollowUps } from '../outbox/follow-ups';
import { countUnknownReceipt } from './unknown-receipts';
import { handleReply } from '../replies/handle-reply';
import { recordReceipt } from './record-receipt';
import { traceReceipt } from './trace-receipt';

/** Largest body that Twilio sends, with room to spare. */
const MAX_BODY = '16kb';

export interface WebhookParts {
  dataSource: DataSource;
  followUps: FollowUps;
  /** Where Twilio was told to send them; a Host header says nothing. */
  publicUrl: string;
  /** Ours and, while it is being changed, the one before. */
  authTokens: string[];
}

/** `/webhooks/twilio`: receipts and replies, each signed by Twilio. */
export function twilioWebhooks({ dataSource, followUps, publicUrl, authTokens }: WebhookParts): Router {
  const router = Router();
  router.use(express.urlencoded({ extended: false, limit: MAX_BODY, parameterLimit: 100 }));

  const signedOnly = (req: Request, res: Response, next: NextFunction) => {
    const url = `${publicUrl}${req.originalUrl}`;
    const fields = (req.body ?? {}) as Record<string, string>;
    const isSigned = authTokens.some((token) =>
      validateRequest(token, req.get('x-twilio-signature') ?? '', url, fields),
    );
    if (isSigned) return next();
    res.status(403).json({ message: 'The signature is not Twilio’s', code: 'FORBIDDEN' });
  };

  router.post('/status', signedOnly, async (req, res) => {
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
    else await countUnknownReceipt(dataSource.manager, MessageSid);
    // No nudge: most receipts leave no word, and what a few leave is found within a second.
    res.status(204).end();
  });

  router.post('/inbound', signedOnly, async (req, res) => {
    const { MessageSid = '', From = '', Body = '', OptOutType } = req.body as Record<string, string>;
    await handleReply(dataSource, { providerId: MessageSid, from: From, body: Body, optOutType: OptOutType });
    followUps.nudge();
    // No text of ours: Twilio itself confirms STOP, START and HELP.
    res.type('text/xml').send('<?xml version="1.0" encoding="UTF-8"?><Response/>');
  });
  return router;
}
