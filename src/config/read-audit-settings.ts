import type { AuditForwarding } from '../platform/audit/forward-audit.ts'
import { ConfigError } from './config-error.ts'
import { address } from './setting-values.ts'

type Read = (name: string) => string | undefined

/** Where entries of the audit logs are sent. */
export function readAuditSettings(read: Read): AuditForwarding {
  const webhookUrl = address('AUDIT_WEBHOOK_URL', read('AUDIT_WEBHOOK_URL'), ['https:', 'http:'])
  const webhookSecret = read('AUDIT_WEBHOOK_SECRET')
  if (webhookUrl && !/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(webhookSecret ?? '')) {
    throw new ConfigError(
      'AUDIT_WEBHOOK_URL needs AUDIT_WEBHOOK_SECRET, whsec_ and at least 24 bytes in base64.',
    )
  }
  const syslogUrl = address('AUDIT_SYSLOG_URL', read('AUDIT_SYSLOG_URL'), ['tls:', 'tcp:', 'udp:'])
  if (syslogUrl && new URL(syslogUrl).hostname === '')
    throw new ConfigError('AUDIT_SYSLOG_URL must name a host.')
  return { syslogUrl, webhookUrl, webhookSecret }
}
