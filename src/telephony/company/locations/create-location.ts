import type { Static } from '@sinclair/typebox'
import { collectFaults } from '../../http/collect-faults.ts'
import type { Author } from '../../identity/actor.ts'
import { newObjectId } from '../../object-id.ts'
import { forbidden, invalid } from '../../problem.ts'
import type { TelephonyPlatform, TelephonyTransaction } from '../../telephony-platform.ts'
import { recordChange } from '../audit/record-change.ts'
import { addInstance } from '../instances/instance.ts'
import { type Location, locationOf, locationsTable } from './location.ts'
import { emptyLocation, mergeLocation, type NewLocation, readOnlyLocationFields } from './location-input.ts'
import { type LocationView, locationView } from './location-view.ts'

type Input = Static<typeof NewLocation>

export async function createLocation(
  platform: TelephonyPlatform,
  author: Author,
  input: Input,
): Promise<LocationView> {
  await collectFaults(
    () => checkGivenFields(input, author),
    () => profileOf(input, author),
  )
  const location = await platform.transact(author.company.id, (tx) =>
    addLocation(platform, tx, author, input),
  )
  return locationView(location, author.company.public_id)
}

/** Adds a location with its own PBX instance. */
export async function addLocation(
  { clock, config }: TelephonyPlatform,
  tx: TelephonyTransaction,
  author: Author,
  input: Input,
): Promise<Location> {
  const { company } = author
  const profile = profileOf(input, author)
  const instance = await addInstance(tx, clock, config.telephony, company)
  const row = {
    company_id: company.id,
    id: newObjectId(clock),
    name: input.name.trim(),
    pbx_uuid: instance.uuid,
    profile: JSON.stringify(profile),
    e911_provisioned: 0,
    user_id: author.contact?.id ?? null,
    created_at: clock.now(),
    updated_at: clock.now(),
  }
  await locationsTable.insert(tx.db, row)
  const location = locationOf(row)
  const after = locationView(location, company.public_id)
  await recordChange(tx, clock, author, { action: 'location.created', id: row.id, before: null, after })
  return location
}

/** By default it is in the country of the company. */
const profileOf = (input: Input, { company }: Author) =>
  mergeLocation({ ...emptyLocation, country: company.profile.address.country }, input)

function checkGivenFields(input: Input, { company }: Author): void {
  if (input.company_id != null && input.company_id !== company.public_id) {
    throw forbidden('company_id belongs to another organization')
  }
  const wrong = readOnlyLocationFields.filter(
    (name) => name !== 'company_id' && input[name as keyof Input] != null,
  )
  if (wrong.length > 0)
    throw invalid(wrong.map((name) => ({ pointer: `/${name}`, detail: 'is set by the server' })))
}
