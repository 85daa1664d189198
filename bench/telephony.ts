import { addContact } from '#built/telephony/company/contacts/create-contact'
import { instancesTable } from '#built/telephony/company/instances/instances-table'
import { planExtension } from '#built/telephony/phones/extensions/create-extension'
import { extensionRow, extensionsTable } from '#built/telephony/phones/extensions/extension'
import type { DemoCompanies } from '../src/telephony/demo/create-demo-companies.ts'
import type { Telephony } from '../src/telephony/telephony.ts'
import { requestText } from './connection.ts'
import { compare, load, reportComparison } from './load.ts'
import { makeTelephonyPlace } from './places.ts'
import { step } from './progress.ts'
import { pick } from './random.ts'
import { reportRow } from './report.ts'
import { type Server, startBareServer, startSwitchboard } from './servers.ts'
import type { Goal } from './targets.ts'

const usual = { users: 20_000, extensions: 100_000, ringGroups: 500, searches: 100, seconds: 3 }
const smoke = { users: 1200, extensions: 4200, ringGroups: 3, searches: 5, seconds: 0.1 }
const PAGE = 100
const BATCH = 10_000
const JSON_TYPE = { 'content-type': 'application/json' }

/** How fast are pages of large lists, and new extensions? */
export async function benchTelephony(isSmoke: boolean): Promise<void> {
  const sizes = isSmoke ? smoke : usual
  step(`a company with ${sizes.extensions.toLocaleString('en')} extensions`)
  const place = await makeTelephonyPlace(async (telephony, demo) => {
    const users = await addContacts(telephony, demo, sizes.users)
    await addExtensions(telephony, demo, sizes.extensions, users)
  })
  const ours = await startSwitchboard(place.dataDir)
  const instance = `/instances/${place.demo.acme.instanceUuid}`
  const extensions = `${instance}/bulks/extensions`
  const users = '/system/company/contacts'
  const lists = { server: ours, headers: place.headers, seconds: sizes.seconds }
  await compareList(
    { ...lists, what: 'extensions with a search', stored: sizes.extensions, goal: 'list of extensions' },
    // Twenty people, each looking for something else.
    Array.from({ length: 20 }, (_, index) => `${extensions}?search=floor%20${index + 10}`),
  )
  await compareList(
    { ...lists, what: 'users of a company', stored: sizes.users, goal: 'list of users' },
    Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? `${users}?page=${1 + (index % 8)}` : `${users}?first_name=nora`,
    ),
  )
  step('each search for the first time')
  const each = (what: string, query: (index: number) => string) =>
    reportEach(ours, what, sizes, (index) => requestText({ path: query(index), headers: place.headers }))
  const from = (index: number) => index + 10
  await each('by name', (index) => `${extensions}?search=desk%20${from(index)}`)
  await each('by number', (index) => `${extensions}?search=1000${from(index)}`)
  await each('without a search', (index) => `${extensions}?page=${from(index)}`)
  await addRingGroups(`${ours.url}${instance}/ring-groups`, place.headers, sizes.ringGroups)
  const beside = `beside ${sizes.ringGroups} ring groups`
  // With another size of page, so that no cache has them.
  await each(`by name, ${beside}`, (index) => `${extensions}?page_size=99&search=desk%20${from(index)}`)
  await each(`by number, ${beside}`, (index) => `${extensions}?page_size=99&search=1000${from(index)}`)
  await measureCreation(ours, extensions, place.headers, sizes.seconds)
  await ours.stop()
  place.remove()
}

interface List {
  server: Server
  headers: Record<string, string>
  seconds: number
  what: string
  stored: number
  goal: Goal
}

async function compareList(list: List, paths: readonly string[]): Promise<void> {
  const { server, headers, seconds, what, stored, goal } = list
  step(`pages of ${what}`)
  const bytes = await (await fetch(server.url + paths[0]!, { headers })).text()
  const count = (JSON.parse(bytes) as unknown[]).length
  if (count !== PAGE) throw new Error(`Expected ${PAGE} ${what}, not ${count}.`)
  const bare = await startBareServer({ [`GET ${paths[0]!.split('?')[0]}`]: bytes })
  const texts = paths.map((path) => requestText({ path, headers }))
  let turn = 0
  const next = () => texts[turn++ % texts.length]!
  const result = await compare({ server, next }, { server: bare, next }, { seconds, connections: 32 })
  const size = `${Math.round(bytes.length / 1024)} KB`
  reportComparison(`page of ${PAGE} ${what}, of ${stored.toLocaleString('en')} (${size})`, result, goal)
  await bare.stop()
}

/** One after the other: how long a person waits for a page that nobody has requested before. */
async function reportEach(
  server: Server,
  what: string,
  { searches, extensions }: typeof usual,
  request: (index: number) => string,
): Promise<void> {
  let index = 0
  const next = () => request(index++)
  const found = await load(server, { next, connections: 1, seconds: 60, maxCount: searches })
  reportRow({
    question: `page of extensions for the first time, of ${extensions.toLocaleString('en')}, ${what}, in ms`,
    ours: `p50 ${found.p50.toFixed(1)} ms, p99 ${found.p99.toFixed(1)} ms`,
    figure: found.p50,
    cost: found.cost,
    errors: found.errors,
  })
}

/** Each is two synced commits, and that of the embedded PBX. */
async function measureCreation(
  ours: Server,
  path: string,
  headers: Record<string, string>,
  seconds: number,
): Promise<void> {
  step('new extensions')
  let number = 500_000
  const nextBody = () => {
    number += 1
    return JSON.stringify({ data: { id: number, name: `New desk ${number}` } })
  }
  const response = await fetch(ours.url + path, {
    method: 'POST',
    headers: { ...headers, ...JSON_TYPE },
    body: nextBody(),
  })
  if (response.status !== 201) throw new Error(`Expected 201, not ${response.status}.`)
  const bare = await startBareServer({ [`POST ${path}`]: await response.text() })
  const next = () =>
    requestText({ method: 'POST', path, headers: { ...headers, ...JSON_TYPE }, body: nextBody() })
  const result = await compare({ server: ours, next }, { server: bare, next }, { seconds, connections: 64 })
  reportComparison('extension created through the embedded PBX (durable)', result)
  await bare.stop()
}

const firstNames =
  'Ann Bob Carl Dora Emil Fay Gil Hana Ivo June Karl Lena Max Nora Otto Pia Quin Rosa Sam Tia'.split(' ')
const lastNames = 'Abel Beck Cole Dahl Ekman Ford Gray Holm Ito Jung Kern Lind Moss Nash Oden Park'.split(' ')

/** More users of Acme. */
export async function addContacts(
  telephony: Telephony,
  { acme }: DemoCompanies,
  count: number,
): Promise<string[]> {
  const ids: string[] = []
  for (let start = 0; start < count; start += BATCH) {
    await telephony.transact(acme.company.id, async (tx) => {
      for (let index = start; index < Math.min(start + BATCH, count); index += 1) {
        const { id } = await addContact(telephony, tx, acme.actor, {
          // Every tenth is a Nora, so that there are pages of them.
          first_name: index % 10 === 0 ? 'Nora' : pick(firstNames, (index % 20) / 20),
          last_name: lastNames[Math.floor(index / 7) % lastNames.length]!,
          contacts: { email: `user${index}@example.com` },
        })
        ids.push(id)
      }
      // Invitations by mail would be sent while we measure.
      await tx.db
        .updateTable('contacts')
        .set({ invitation_status: 'accepted' })
        .where('company_id', '=', acme.company.id)
        .execute()
    })
  }
  return ids
}

/** Extensions of Acme from 100000 on, every second one assigned, without events. */
export async function addExtensions(
  telephony: Telephony,
  { acme: { actor, instanceUuid } }: DemoCompanies,
  count: number,
  users: readonly string[],
): Promise<void> {
  const instance = (await instancesTable.find(telephony.database.read, {
    company_id: actor.company.id,
    uuid: instanceUuid,
  }))!
  for (let start = 0; start < count; start += BATCH) {
    const rows: ReturnType<typeof extensionRow>[] = []
    for (let index = start; index < Math.min(start + BATCH, count); index += 1) {
      const user = index % 2 === 0 ? users[index % users.length] : undefined
      const { extension } = await planExtension(telephony, actor, instance, {
        data: { id: 100_000 + index, name: `Desk ${index}`, description: `Floor ${index % 40}` },
        ...(user && { user: { id: user } }),
      } as never)
      rows.push(extensionRow(extension))
    }
    await telephony.transact(actor.company.id, async (tx) => {
      await extensionsTable.insert(tx.db, rows)
    })
  }
}

/** Their numbers are below those of the extensions. */
async function addRingGroups(url: string, headers: Record<string, string>, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const body = { number: 20_000 + index, name: `Group ${index}`, members: [String(100_000 + index)] }
    const { status } = await fetch(url, {
      method: 'POST',
      headers: { ...headers, ...JSON_TYPE },
      body: JSON.stringify(body),
    })
    if (status !== 201) throw new Error(`A ring group was refused: ${status}`)
  }
}
