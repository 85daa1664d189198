import type { TelephonyClient } from '../../../harness/telephony-client.ts'

/** All that a company's owner sees, credentials included: to tell that nothing has changed. */
export async function stateOf(owner: TelephonyClient) {
  const [company, contacts, locations, instances] = [
    await owner.get('/system/company'),
    await owner.get('/system/company/contacts', { items_per_page: 1000 }),
    await owner.get('/company/locations'),
    await owner.get('/instances'),
  ]
  const extensions: unknown[] = []
  for (const { uuid } of instances.body) {
    const list = await owner.get(`/instances/${uuid}/bulks/extensions`, { page_size: 1000 })
    extensions.push(list.status === 404 ? [] : list.body)
  }
  return {
    company: company.body,
    contacts: contacts.body,
    locations: locations.body,
    instances: instances.body,
    extensions,
  }
}
