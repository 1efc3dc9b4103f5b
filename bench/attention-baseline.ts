/** What `clientsNeedingAttention` returns, in one statement: a column for each reason. */
export const ATTENTION = `
WITH months AS (SELECT *, date_trunc('month', now() AT TIME ZONE time_zone) AS month FROM clients WHERE status = 'active'),
held AS (SELECT client_id, sum(leads) AS held FROM lead_counts WHERE held GROUP BY 1 HAVING sum(leads) > 0),
paused AS (SELECT client_id, count(*) AS paused, min(paused_at) AS paused_at FROM sequences WHERE paused_at IS NOT NULL AND status = 'active' GROUP BY 1),
failing AS (SELECT client_id, count(*) AS failing, min(failing_since) AS failing_since FROM webhooks WHERE failing_since IS NOT NULL AND (enabled OR disabled_reason = 'failing') GROUP BY 1),
found AS (
SELECT c.id, c.business_name, u.leads, u.sms, u.segments, u.campaigns, h.held, p.paused, p.paused_at, f.failing, f.failing_since, s.rejected_code, s.rejected_at, e.total AS expected, e.exceeds_limit_on, l.latest, o.opt_outs, o.sent,
  coalesce(u.leads >= c.monthly_lead_limit AND c.monthly_lead_limit > 0 OR u.sms >= c.monthly_sms_limit AND c.monthly_sms_limit > 0 OR u.segments >= c.monthly_segment_limit AND c.monthly_segment_limit > 0, false) OR h.held > 0 OR p.paused > 0 OR s.rejected_code IS NOT NULL AS critical
FROM months c
LEFT JOIN (SELECT u.client_id, u.month, max(used) FILTER (WHERE kind = 'leads') AS leads, max(used) FILTER (WHERE kind = 'sms') AS sms, max(used) FILTER (WHERE kind = 'campaigns') AS campaigns, max(segments) AS segments FROM usage_counters u WHERE u.month >= now() - interval '40 days' GROUP BY 1, 2) u ON u.client_id = c.id AND u.month = c.month
LEFT JOIN held h ON h.client_id = c.id LEFT JOIN paused p ON p.client_id = c.id LEFT JOIN failing f ON f.client_id = c.id AND c.webhooks_enabled LEFT JOIN senders s ON s.client_id = c.id AND s.rejected_code IS NOT NULL
LEFT JOIN message_forecasts e ON e.client_id = c.id AND e.month = c.month AND e.monthly_sms_limit = c.monthly_sms_limit
  AND e.exceeds_limit_on IS NOT NULL AND c.sms_auto_reply_enabled AND e.monthly_sms_limit > coalesce(u.sms, 0)
LEFT JOIN LATERAL (SELECT l.created_at AS latest FROM leads l WHERE l.client_id = c.id ORDER BY l.created_at DESC LIMIT 1) l ON true
LEFT JOIN (SELECT s.client_id, s.sent, count(DISTINCT r.lead_id) AS opt_outs FROM (SELECT u.client_id, m.month, m.time_zone, sum(u.used) AS sent FROM usage_counters u JOIN months m ON m.id = u.client_id AND u.month >= m.month - interval '1 month' WHERE u.kind = 'sms' GROUP BY 1, 2, 3 HAVING sum(u.used) >= 50) s
  JOIN replies r ON r.client_id = s.client_id AND r.intent = 'stop' AND r.created_at >= (s.month - interval '1 month') AT TIME ZONE s.time_zone GROUP BY 1, 2) o ON o.client_id = c.id
WHERE u.leads >= c.monthly_lead_limit * 0.8 AND c.monthly_lead_limit > 0 OR u.sms >= c.monthly_sms_limit * 0.8 AND c.monthly_sms_limit > 0 OR u.segments >= c.monthly_segment_limit * 0.8 AND c.monthly_segment_limit > 0 OR u.campaigns >= c.monthly_campaign_limit * 0.8
  OR h.held > 0 OR p.paused > 0 OR f.failing > 0 OR s.rejected_code IS NOT NULL OR e.total IS NOT NULL OR o.opt_outs > o.sent * 0.03
  OR l.latest < now() - interval '14 days' AND EXISTS (SELECT FROM campaigns k WHERE k.client_id = c.id AND k.status = 'active')
)
SELECT *, count(*) OVER () AS total FROM found ORDER BY NOT critical, lower(business_name) LIMIT 25`;
