import type { AuditForwarding } from '../platform/audit/forward-audit.ts'
import type { CacheLimits } from '../platform/caches/cache.ts'

export interface TelephonyConfig extends CacheLimits {
  readonly development: boolean
  /** where the server listens; the SMTP listener too */
  readonly host: string
  readonly publicUrl: string
  readonly dataDir: string
  /** undefined: mails become files, and links are shown to the people who invite */
  readonly smtpUrl: string | undefined
  /** whether webhooks may go to addresses inside the server's own network */
  readonly webhooksToPrivateNetworks: boolean
  /** how long entries of the audit trail are kept; 0: for ever */
  readonly auditLogDays: number
  readonly audit: AuditForwarding
  readonly telephony: TelephonySettings
}

export interface TelephonySettings {
  /** per API key; 0: no limit */
  readonly rateLimitPerMinute: number
  /** the parent of the instances' SIP domains */
  readonly sipDomain: string
  /** host:port where phones reach the SIP server; with several, the first */
  readonly sipProxy: string
  /** each serves some of the instances; none: the embedded PBX */
  readonly asterisks: readonly AsteriskSettings[]
  /** whether trunks may have addresses inside the server's own network */
  readonly trunksToPrivateNetworks: boolean
  /** whether phones may fetch their settings, with passwords, over HTTP */
  readonly provisioningOverHttp: boolean
  /** the NTP server that phones are told to use */
  readonly timeServer: string
  /** where Asterisk reaches this server, without a slash at the end; undefined: at its public address */
  readonly asteriskFetchUrl: string | undefined
  /** Asterisk has the fix for transfers, although its version says otherwise */
  readonly asteriskHasTransferFix: boolean
  /** Texts are spoken, if the speech program is installed. */
  readonly speech: boolean
  /** undefined: the loopback carrier */
  readonly smppUrl: string | undefined
  /** `whsec_...`; undefined: the carrier's webhook is disabled */
  readonly carrierWebhookSecret: string | undefined
  /** the listener for mail to fax numbers; undefined: none */
  readonly faxMail: FaxMailSettings | undefined
}

export interface FaxMailSettings {
  readonly port: number
  /** faxes go to <number>@<domain> */
  readonly domain: string
  /** for STARTTLS, which authentication requires; undefined: only relays may send */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined
  /** mail servers that verify the envelope, and the name in their headers */
  readonly relays: { readonly addresses: readonly string[]; readonly name: string } | undefined
}

export interface AsteriskSettings {
  /** instances are stored with it, so that it must not change; the first is 1 */
  readonly number: number
  /** with its user name and password */
  readonly url: string
  readonly databaseUrl: string
  /** host:port where phones reach it */
  readonly sipProxy: string
}
