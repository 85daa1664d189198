import { addApiKey } from '../../src/telephony/company/api-keys/create-api-key.ts'
import { addContact } from '../../src/telephony/company/contacts/create-contact.ts'
import { acceptedInvitation } from '../../src/telephony/company/contacts/invitation.ts'
import type { DemoCompany } from '../../src/telephony/demo/create-demo-companies.ts'
import type { Scope } from '../../src/telephony/identity/api-key.ts'
import { contactsTable } from '../../src/telephony/identity/contact.ts'
import type { EngineName } from '../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../harness/telephony-world.ts'
import { validateTelephonyResponse } from '../harness/validate-telephony-response.ts'
import type { Answered, Attacker, Target } from './attack-route.ts'
import type { Pool } from './hostile-values.ts'

const markers = { acme: 'marker-acme-c41e', globex: 'marker-globex-0b9d' }

interface Caller {
  name: string
  tenant: keyof typeof markers
  scopes: readonly Scope[]
  isOwner: boolean
  key: string
  userId: string
}

/** The telephony with two companies that both have something to hide. */
export async function startTelephonyTarget(
  engine: EngineName,
): Promise<{ world: TelephonyWorld; target: Target }> {
  const world = await startTelephonyWorld(engine, {
    SERVER_MODE: engine === 'SQLite' ? 'development' : 'production',
    TELEPHONY_RATE_LIMIT_PER_MINUTE: '0',
  })
  for (const [client, marker] of [
    [world.ada, markers.acme],
    [world.hank, markers.globex],
  ] as const) {
    await client.patch('/company', { description: marker })
    await client.post('/company/contacts', { first_name: marker, last_name: marker })
    await client.post('/company/locations', { name: marker })
    await client.post('/texting/contacts', { number: '+12025550177', first_name: marker })
    const { body } = await client.post('/texting/conversations', {
      recipients: [{ number: '+12025550177' }],
      from_number: client === world.ada ? '+12025550101' : '+12025550199',
    })
    await client.post(`/texting/conversations/${body.id}/messages/publish`, { text: marker })
    await client.post('/files', { name: `${marker}.txt`, description: marker })
    await client.post('/fax/destinations', { emails: [`${marker}@example.com`] })
    await client.post('/webhooks', { url: `http://127.0.0.1:1/${marker}`, events: ['fax.message.new'] })
  }
  const all: Scope[] = ['read', 'write', 'admin']
  const caller = (name: string, tenant: Caller['tenant'], scopes: Scope[], isOwner = true): Caller => ({
    name,
    tenant,
    scopes,
    isOwner,
    key: '',
    userId: 'primary',
  })
  const callers = [
    caller('owner', 'acme', all),
    caller('user', 'acme', all, false),
    caller('owner who may only read', 'acme', ['read']),
    caller('owner who may only write', 'acme', ['write']),
    caller('owner of another company', 'globex', all),
  ]
  const pool: Pool = {
    known: ['+12025550101', '+12025550199', 'primary'],
    byName: { from_number: ['+12025550101', '+12025550199'], to: ['+12025550112', '+12025550155'] },
  }
  const target: Target = {
    app: world.app,
    markers,
    pool,
    async attackers(route) {
      const list: Attacker[] = [{ name: 'nobody', tenant: 'none', headers: {} }]
      for (const one of callers) {
        await refresh(world, one)
        const headers = { authorization: `Bearer ${one.key}`, 'x-user-id': one.userId }
        list.push({ name: one.name, tenant: one.tenant, headers })
      }
      await learnIds(world, pool, callers, route?.path ?? '')
      return list
    },
    checkForm: (_route, request, answer, exact) => checkProblem(request, answer, exact),
  }
  return { world, target }
}

const lists = {
  contact_id: ['/system/company/contacts', '/texting/contacts'],
  location_id: ['/company/locations'],
  conversation_id: ['/texting/conversations'],
  fax_id: ['/fax/messages'],
  message_id: ['/voicemail/messages'],
  destination_id: ['/fax/destinations'],
  trunk_id: ['/trunks'],
  did_id: ['/dids'],
  outbound_route_id: ['/outbound-routes'],
  file_id: ['/files'],
  key_id: ['/api-keys'],
  webhook_id: ['/webhooks'],
  number: ['/texting/numbers'],
}

/** of an instance */
const routeLists = {
  ring_group_id: 'ring-groups',
  business_hours_id: 'business-hours',
  menu_id: 'menus',
  queue_id: 'queues',
  device_id: 'devices',
}

/** Ids for the paths, of both companies: callers also use those of the other company. */
async function learnIds(world: TelephonyWorld, { byName }: Pool, callers: Caller[], path: string) {
  byName.instance_uuid = [world.acmePbx, world.globexPbx]
  byName.extension_id = []
  for (const [tenant, pbx] of [
    ['acme', world.acmePbx],
    ['globex', world.globexPbx],
  ] as const) {
    const owner = world.as(callers.find((one) => one.tenant === tenant)!.key, 'primary')
    for (const [name, paths] of Object.entries(lists)) {
      if (!path.includes(`{${name}}`)) continue
      const found = (await Promise.all(paths.map((list) => owner.get(list)))).flatMap(
        ({ body }) => body ?? [],
      )
      const ids = found.map((one) => String(name === 'number' ? one.number : (one.id ?? one._id))).slice(-5)
      byName[name] = tenant === 'acme' ? ids : [...byName[name]!, ...ids]
    }
    for (const [name, list] of Object.entries(routeLists)) {
      if (!path.includes(`{${name}}`)) continue
      const { body } = await owner.get(`/instances/${pbx}/${list}`)
      const ids = (body as { id: string }[]).slice(-5).map(({ id }) => id)
      byName[name] = tenant === 'acme' ? ids : [...byName[name]!, ...ids]
    }
    if (!path.includes('{extension_id}')) continue
    const { status, body } = await owner.get(`/instances/${pbx}/extensions`)
    // In long runs the last one may be gone, which is 404.
    const extensions = status === 404 ? [] : (body as { _id: string }[])
    byName.extension_id.push(...extensions.slice(-5).map(({ _id: id }) => id))
  }
}

/** A new key or user, when earlier requests have taken the old one away. */
async function refresh(world: TelephonyWorld, caller: Caller): Promise<void> {
  const company: DemoCompany = world.demo[caller.tenant]
  const headers = () => ({ authorization: `Bearer ${caller.key}`, 'x-user-id': caller.userId })
  const path = caller.scopes.includes('read') ? '/system/account' : '/nothing'
  if (caller.key !== '' && (await world.app.inject({ url: path, headers: headers() })).statusCode !== 401) {
    if (caller.scopes.includes('read')) return
    // Without `read` nothing can be asked: a new one for each route.
  }
  const { telephony } = world
  await telephony.transact(company.company.id, async (tx) => {
    const made = await addApiKey(telephony, tx, company.actor, { name: 'A key', scopes: caller.scopes })
    caller.key = made.key
    if (caller.isOwner) return
    const contact = await addContact(telephony, tx, company.actor, { first_name: 'Una' })
    await contactsTable.update(
      tx.db,
      { company_id: company.company.id, id: contact.id },
      acceptedInvitation(telephony.clock.now(), null),
    )
    caller.userId = contact.id
  })
}

function checkProblem(
  { method, url }: { method: string; url: string },
  { status, headers, text }: Answered,
  exact: boolean,
): void {
  // What left the API by its address may have reached a page, or the page for unknown addresses.
  const isPage = String(headers['content-type']).startsWith('text/html')
  if (!exact && (status < 400 || isPage)) return
  const isJson = /json/.test(String(headers['content-type'])) && text !== ''
  const body = isJson ? JSON.parse(text) : undefined
  if (exact) validateTelephonyResponse(method, new URL(url, 'http://x').pathname, { status, headers, body })
  else if (typeof (body?.detail ?? body?.msg) !== 'string') throw new Error('it does not say what is wrong')
}
