import { type Static, Type } from '@sinclair/typebox'
import { isoDate, isoDateOrNull } from '../../../platform/clock.ts'
import { certificateProblems } from '../../../platform/outgoing/probe-certificate.ts'
import type { Company } from '../../identity/company.ts'
import { nullable } from '../../nullable.ts'
import type { NewTelephonyEvent } from '../../telephony-event-map.ts'
import { limitFields } from '../calling-rules/calling-rules-view.ts'
import { mediaEncryptions, trunkEndpoint, trunkStates } from '../pbx/pbx-trunk.ts'
import type { Trunk } from './trunk.ts'

const oneOf = <const Name extends string>(names: readonly Name[], description: string) =>
  Type.Union(
    names.map((name) => Type.Literal(name)),
    { description },
  )

export const TrunkSchema = Type.Object(
  {
    id: Type.String(),
    company: Type.String(),
    name: Type.String(),
    kind: oneOf(
      ['registration', 'ip'],
      'registration: we register with the provider; ip: the provider is known by its addresses.',
    ),
    host: Type.String({ description: "The provider's name or address." }),
    port: Type.Integer(),
    transport: oneOf(['udp', 'tcp', 'tls'], 'How we connect to the provider.'),
    media_encryption: oneOf(
      mediaEncryptions,
      'SRTP: no, sdes (use it with tls, which hides the keys) or dtls. Calls without it are refused.',
    ),
    username: Type.String(),
    has_password: Type.Boolean({ description: 'The password itself is never shown.' }),
    from_user: Type.String({ description: "The user in From; empty: the caller's number." }),
    callerid: Type.String({
      description: 'Caller id of outgoing calls if neither the extension nor its location has one.',
    }),
    addresses: Type.Array(Type.String(), { description: 'From which calls of an ip trunk come.' }),
    codecs: Type.String({ description: 'Such as alaw,ulaw; empty: the usual ones.' }),
    enabled: Type.Boolean(),
    ...limitFields,
    order: Type.Integer({ description: 'Calls take the trunk with the lowest first.' }),
    state: oneOf(
      trunkStates,
      'registered and reachable trunks work. unreachable: the provider does not respond, even if it is registered. unknown: the PBX has not reported the trunk.',
    ),
    state_changed_at: nullable(Type.String()),
    problem: nullable(
      oneOf(
        certificateProblems,
        "What is wrong with the provider's certificate, if the provider does not answer over tls. certificate_unknown_authority: none that everybody knows vouches for it; a private one is named with `switchboard asterisk --provider-ca`.",
      ),
    ),
    endpoint: Type.String({ description: 'Its name in the PBX.' }),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { additionalProperties: false },
)

export type TrunkView = Static<typeof TrunkSchema>

export const trunkView = (trunk: Trunk, companyPublicId: string): TrunkView => ({
  id: trunk.id,
  company: companyPublicId,
  name: trunk.name,
  kind: trunk.kind,
  host: trunk.host,
  port: trunk.port,
  transport: trunk.transport,
  media_encryption: trunk.media_encryption,
  username: trunk.username,
  has_password: trunk.password_sealed !== null,
  from_user: trunk.from_user,
  callerid: trunk.callerid,
  addresses: [...trunk.addresses],
  codecs: trunk.codecs,
  enabled: trunk.enabled === 1,
  max_calls: trunk.max_calls,
  max_minutes: trunk.max_minutes,
  order: trunk.place,
  state: trunk.enabled === 1 ? trunk.state : 'disabled',
  state_changed_at: isoDateOrNull(trunk.state_changed_at),
  problem: trunk.enabled === 1 ? trunk.problem : null,
  endpoint: trunkEndpoint(trunk.id),
  created_at: isoDate(trunk.created_at),
  updated_at: isoDate(trunk.updated_at),
})

declare module '../../telephony-event-map.ts' {
  interface TelephonyEventMap {
    'trunk.state.updated': TrunkView
  }
}

/** A trunk works, or no longer works. For the owner; administrators receive `changed`. */
export const trunkStateUpdated = (
  company: Company,
  trunk: TrunkView,
): NewTelephonyEvent<'trunk.state.updated'> => ({
  type: 'trunk.state.updated',
  audience: { to: 'contacts', contacts: [company.primary_contact_id] },
  payload: trunk,
})
