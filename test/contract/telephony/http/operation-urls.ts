import type { Operation } from '../../../../src/telephony/http/operation.ts'
import type { TelephonyClient } from '../../../harness/telephony-client.ts'

export type Ids = Record<string, string>

/** One of each kind of thing, as a company's owner finds them. */
export async function idsOf(owner: TelephonyClient): Promise<Ids> {
  const [{ uuid }] = (await owner.get('/instances')).body
  const [extension] = (await owner.get(`/instances/${uuid}/extensions`)).body
  const contacts = (await owner.get('/system/company/contacts')).body
  return {
    instance_uuid: uuid,
    extension_id: extension._id,
    contact_id: contacts.at(-1).id,
    location_id: (await owner.get('/company/locations')).body[0].id,
  }
}

export const namesIn = ({ path }: Operation) => path.match(/(?<=:)[a-z_]+/g) ?? []

/** The path with ids in the place of its parameters; a parameter that is not among them gets `other`. */
export const urlOf = ({ path }: Operation, ids: Ids = {}, other = 'f'.repeat(24)) =>
  path.replace(/:([a-z_]+)/g, (_all, name: string) => ids[name] ?? other)

/** Bodies with which the specified operations succeed when everything else is right. */
export function goodBody({ method, path }: Operation): unknown {
  if (path.endsWith('/check')) return { email: 'nobody@example.com', id: 4999 }
  if (path === '/company/contacts') return { first_name: 'Nobody' }
  if (path === '/company/locations') return { name: 'Nowhere' }
  if (method === 'POST') return { data: { id: 4999, name: 'Nothing' } }
  if (method === 'PUT') return { data: { name: 'Nothing' } }
  if (method !== 'PATCH') return undefined
  return path.includes('extensions') ? { data: { name: 'Nothing' } } : { description: 'Nothing' }
}
