import type { CacheLimits } from '../platform/cache.ts'

export interface TelephonyConfig extends CacheLimits {
  readonly development: boolean
  /** where the server listens; the SMTP listener too */
  readonly host: string
  readonly publicUrl: string
  readonly dataDir: string
  /** whether webhooks may go to addresses inside the server's own network */
  readonly webhooksToPrivateNetworks: boolean
  readonly telephony: TelephonySettings
}

export interface TelephonySettings {
  /** per API key; 0: no limit */
  readonly rateLimitPerMinute: number
  /** under which each instance has its SIP domain */
  readonly sipDomain: string
  /** host:port where phones reach the SIP server */
  readonly sipProxy: string
  /** undefined: the embedded PBX */
  readonly kamailio: KamailioSettings | undefined
  /** undefined: the loopback carrier */
  readonly smppUrl: string | undefined
  /** `whsec_...`; undefined: the address for the carrier's calls is closed */
  readonly carrierWebhookSecret: string | undefined
  /** where mail to a fax number comes in; undefined: nowhere */
  readonly faxMail: FaxMailSettings | undefined
}

export interface FaxMailSettings {
  readonly port: number
  /** faxes go to <number>@<domain> */
  readonly domain: string
  /** for STARTTLS, without which nobody can sign in; undefined: only relays are let in */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined
  /** mail servers that verify the envelope, and say so in their name */
  readonly relays: { readonly addresses: readonly string[]; readonly name: string } | undefined
}

export interface KamailioSettings {
  readonly databaseUrl: string
  readonly rpcUrl: string
  readonly eventsAddress: string
}
