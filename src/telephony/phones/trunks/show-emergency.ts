import { type Static, Type } from '@sinclair/typebox'
import { type Location, locationsTable } from '../../company/locations/location.ts'
import type { Actor } from '../../identity/actor.ts'
import { nullable } from '../../nullable.ts'
import { emergencyNumbersOf } from '../extension-data/emergency-numbers.ts'
import type { Phones } from '../phones.ts'
import { listTrunks } from './trunk-store.ts'

const gaps = ['trunk', 'working_trunk', 'address', 'callerid'] as const

export const EmergencySchema = Type.Object(
  {
    applies: Type.Boolean({
      description: 'Whether phones can call outside at all: not with the embedded PBX.',
    }),
    is_ready: Type.Boolean({ description: 'Nothing is missing.' }),
    missing: Type.Array(
      Type.Object(
        {
          what: Type.Union(
            gaps.map((gap) => Type.Literal(gap)),
            {
              description:
                'trunk: there is none that is enabled; working_trunk: none is registered or reachable; address, callerid: of a location.',
            },
          ),
          location_id: nullable(Type.String()),
          location_name: nullable(Type.String()),
        },
        { additionalProperties: false },
      ),
    ),
    locations: Type.Array(
      Type.Object(
        {
          location_id: Type.String(),
          numbers: Type.Array(Type.String(), { description: 'The emergency numbers there.' }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)

type Emergency = Static<typeof EmergencySchema>

/** What emergency calls of the company still lack. */
export async function showEmergency({ database, pbx }: Phones, { company }: Actor): Promise<Emergency> {
  const trunks = (await listTrunks(database.read, company.id)).filter(({ enabled }) => enabled === 1)
  const locations = await locationsTable.list(database.read, { company_id: company.id })
  const works = trunks.some(({ state }) => state === 'registered' || state === 'reachable')
  const isNamed = trunks.some(({ callerid }) => callerid !== '')
  const missing: Emergency['missing'] = []
  const note = (what: (typeof gaps)[number], location?: Location) =>
    missing.push({ what, location_id: location?.id ?? null, location_name: location?.name ?? null })
  if (trunks.length === 0) note('trunk')
  else if (!works) note('working_trunk')
  for (const location of locations) {
    const { street, city, country, callerid } = location.profile
    if (!street.name || city === '' || country === '') note('address', location)
    if (callerid === '' && !isNamed) note('callerid', location)
  }
  const fallback = company.profile.address.country
  return {
    applies: pbx.trunks !== undefined,
    is_ready: missing.length === 0,
    missing,
    locations: locations.map(({ id, profile }) => ({
      location_id: id,
      numbers: emergencyNumbersOf(profile.country || fallback).map(String),
    })),
  }
}
