import { readEventsAfter } from '../../src/platform/events/event-store.ts'
import { formOf } from './form-of.ts'
import type { TelephonyAnswer, TelephonyClient } from './telephony-client.ts'
import type { TelephonyWorld } from './telephony-world.ts'

export const ACME_FAX = '+12025550111'
export const GLOBEX_FAX = '+12025550112'

/** Sends a document with the fax itself, as a form. */
export async function postFax(
  client: TelephonyClient,
  bytes: Buffer,
  fields: Record<string, string> = { to: GLOBEX_FAX },
): Promise<TelephonyAnswer> {
  const { body, headers } = await formOf({ ...fields, upfile: { bytes, name: 'letter.pdf' } })
  return client.call('POST', '/fax/messages', body, headers)
}

/** Asks until the condition holds, for a bounded time. */
export async function eventually<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const found = await look()
    if (found) return found
    await new Promise((next) => setTimeout(next, 25))
  }
  throw new Error(`This did not happen: ${what}`)
}

export const untilStatus = (client: TelephonyClient, id: string, status: string) =>
  eventually(`fax ${id} is ${status}`, async () => {
    const { body } = await client.get(`/fax/messages/${id}`)
    return body.status === status && body
  })

/** What users of a company have heard since. */
export async function watchCompany(world: TelephonyWorld, company: 'acme' | 'globex') {
  const { id } = world.demo[company].company
  const read = (after: number) => readEventsAfter(world.telephony.database.read, id, after, 1000)
  let last = (await read(0)).at(-1)?.position ?? 0
  return async () => {
    const events = await read(last)
    last = events.at(-1)?.position ?? last
    return events.filter(({ type }) => type !== 'changed')
  }
}
