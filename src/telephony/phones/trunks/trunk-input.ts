import { isIP, isIPv4, SocketAddress } from 'node:net'
import { type Static, Type } from '@sinclair/typebox'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import { type Fault, invalid } from '../../problem.ts'
import { limitFields } from '../calling-rules/calling-rules-view.ts'
import type { Trunk } from './trunk.ts'
import { TrunkSchema } from './trunk-events.ts'

export const MAX_TRUNKS = 50

const unchanged = () => Type.Optional(Type.Unknown())
const line = (maxLength: number) => Type.Optional(Type.String({ format: 'line', maxLength }))
const name = Type.String({
  format: 'line',
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  title: 'more than blanks',
})
const { kind } = TrunkSchema.properties
const host = Type.String({ format: 'sip-host', maxLength: 253 })

const settings = {
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
  transport: Type.Optional(TrunkSchema.properties.transport),
  media_encryption: Type.Optional(TrunkSchema.properties.media_encryption),
  username: line(100),
  password: Type.Optional(
    Type.String({
      format: 'line',
      minLength: 1,
      maxLength: 200,
      description: 'It is never shown again. Another host needs it again.',
    }),
  ),
  from_user: Type.Optional(Type.String({ format: 'sip-name', maxLength: 80 })),
  callerid: line(100),
  addresses: Type.Optional(
    Type.Array(Type.String({ format: 'ip-address', maxLength: 45 }), {
      maxItems: 32,
      description: 'Of an ip trunk; by default its host, if that is an address.',
    }),
  ),
  codecs: Type.Optional(Type.String({ format: 'codecs', maxLength: 200 })),
  enabled: Type.Optional(Type.Boolean()),
  order: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
  max_calls: Type.Optional(limitFields.max_calls),
  max_minutes: Type.Optional(limitFields.max_minutes),
}

/** Clients send whole objects back. Of these, only the identity is compared; the server sets the rest. */
const given = {
  id: unchanged(),
  company: unchanged(),
  endpoint: unchanged(),
  has_password: unchanged(),
  state: unchanged(),
  state_changed_at: unchanged(),
  problem: unchanged(),
  created_at: unchanged(),
  updated_at: unchanged(),
}

export const NewTrunk = Type.Object({ name, kind, host, ...settings }, { additionalProperties: false })
export const TrunkPatch = Type.Object(
  {
    name: Type.Optional(name),
    kind: Type.Optional(kind),
    host: Type.Optional(host),
    ...settings,
    ...given,
  },
  { additionalProperties: false },
)

export type TrunkInput = Static<typeof TrunkPatch>
export const trunkIdentity = ['id', 'company', 'endpoint']

/** What a trunk has if nobody chooses. */
export const emptyTrunk = {
  port: 5060,
  transport: 'udp',
  media_encryption: 'no',
  username: '',
  from_user: '',
  callerid: '',
  codecs: '',
  enabled: 1,
  place: 0,
  max_calls: null,
  max_minutes: null,
  addresses: [] as readonly string[],
} as const

/** Fields of the input replace the stored ones. Then the trunk is checked as a whole. */
export function mergeTrunk<Base extends Omit<Trunk, 'name' | 'kind' | 'host'> & Partial<Trunk>>(
  secrets: Secrets,
  base: Base,
  input: TrunkInput,
): Trunk {
  const { password, enabled, order, addresses } = input
  const transport = input.transport ?? base.transport
  const isFresh = input.port === undefined && input.transport !== undefined
  const merged = {
    ...base,
    name: input.name?.trim() ?? base.name ?? '',
    kind: input.kind ?? base.kind ?? 'ip',
    host: input.host?.toLowerCase() ?? base.host ?? '',
    port: isFresh ? (transport === 'tls' ? 5061 : 5060) : (input.port ?? base.port),
    transport,
    media_encryption: input.media_encryption ?? base.media_encryption,
    username: input.username ?? base.username,
    password_sealed: password === undefined ? base.password_sealed : secrets.encrypt(password),
    from_user: input.from_user ?? base.from_user,
    callerid: input.callerid ?? base.callerid,
    codecs: input.codecs ?? base.codecs,
    enabled: enabled === undefined ? base.enabled : Number(enabled),
    place: order ?? base.place,
    max_calls: input.max_calls === undefined ? base.max_calls : input.max_calls,
    max_minutes: input.max_minutes === undefined ? base.max_minutes : input.max_minutes,
  }
  const own = addresses ?? base.addresses
  const isByHost = merged.kind === 'ip' && own.length === 0 && isIP(merged.host) !== 0
  const trunk = { ...merged, addresses: [...new Set((isByHost ? [merged.host] : own).map(plainAddress))] }
  // Otherwise somebody could have the password sent to a host of their own.
  const isOtherHost = base.host !== undefined && base.host !== merged.host
  checkTrunk(trunk, isOtherHost && base.password_sealed !== null && password === undefined)
  return trunk
}

function checkTrunk(
  { kind: ofKind, username, password_sealed: password, addresses }: Trunk,
  lacksPassword: boolean,
): void {
  const faults: Fault[] = []
  const refuse = (pointer: string, detail: string) => void faults.push({ pointer, detail })
  if (lacksPassword) refuse('/password', 'must be given again for another host')
  if (ofKind === 'registration') {
    if (username === '') refuse('/username', 'must be given for a trunk that registers')
    if (password === null) refuse('/password', 'must be given for a trunk that registers')
    if (addresses.length > 0) refuse('/addresses', 'belong to ip trunks only')
  } else if (addresses.length === 0) {
    refuse('/addresses', "must name the provider's IP addresses")
  }
  if (faults.length > 0) throw invalid(faults)
}

/** The one spelling of an IP address: `2001:DB8:0::1` is `2001:db8::1`, and `::ffff:192.0.2.1` is `192.0.2.1`. */
function plainAddress(text: string): string {
  if (isIPv4(text)) return text
  const [withoutZone = ''] = text.split('%')
  const { address } = new SocketAddress({ family: 'ipv6', address: withoutZone })
  const mapped = address.slice('::ffff:'.length)
  return address.startsWith('::ffff:') && isIPv4(mapped) ? mapped : address
}
