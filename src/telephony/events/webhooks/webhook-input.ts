import { isIP } from 'node:net'
import { type Static, Type } from '@sinclair/typebox'
import { isPublicAddress } from '../../../platform/outgoing/public-address.ts'
import { type Fault, invalid } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { companyEvents } from '../events-catalogue.ts'
import { ALL_EVENTS } from './webhook.ts'

const unchanged = () => Type.Optional(Type.Unknown())

const changeable = {
  url: Type.String({ format: 'https-or-http-url', maxLength: 2000 }),
  events: Type.Array(Type.String({ maxLength: 100 }), {
    minItems: 1,
    maxItems: 100,
    description: "Names of events, or '*' for all.",
  }),
  description: Type.String({ maxLength: 500 }),
  enabled: Type.Boolean(),
}

export const NewWebhook = Type.Object(
  {
    url: changeable.url,
    events: changeable.events,
    description: Type.Optional(changeable.description),
    enabled: Type.Optional(changeable.enabled),
  },
  { additionalProperties: false },
)

/** Fields that clients may send back but not change. */
export const webhookIdentity = ['id', 'created_at']
const readOnlyWebhookFields = [
  ...webhookIdentity,
  'disabled_reason',
  'failing_since',
  'old_secret_until',
  'updated_at',
]

export const WebhookPatch = Type.Object(
  {
    ...Type.Partial(Type.Object(changeable)).properties,
    ...Object.fromEntries(readOnlyWebhookFields.map((name) => [name, unchanged()])),
  },
  { additionalProperties: false },
)

export type WebhookInput = Partial<Static<typeof NewWebhook>>

const known = new Set(companyEvents.map(({ name }) => name))

/** Checks what the schema cannot. Host names are resolved only at delivery: they may change. */
export function checkWebhookInput({ config }: TelephonyPlatform, { url, events = [] }: WebhookInput): void {
  const faults: Fault[] = []
  events.forEach((name, index) => {
    if (name !== ALL_EVENTS && !known.has(name)) {
      faults.push({ pointer: `/events/${index}`, detail: `names no event: '${name}'` })
    }
  })
  if (url !== undefined) faults.push(...faultsOfUrl(new URL(url), config.webhooksToPrivateNetworks))
  if (faults.length > 0) throw invalid(faults)
}

function faultsOfUrl({ hostname, username, password }: URL, toPrivateNetworks: boolean): Fault[] {
  const pointer = '/url'
  if (username !== '' || password !== '') return [{ pointer, detail: 'must not contain credentials' }]
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  if (!toPrivateNetworks && isAddress && !isPublicAddress(hostname)) {
    return [{ pointer, detail: "must not be inside the server's own network" }]
  }
  return []
}
