import { startBareServer, startSwitchboard } from './child-server.ts'
import { addContacts, addExtensions } from './fill-telephony.ts'
import { compare } from './load.ts'
import { report, reportRow } from './report.ts'
import { makeTelephonyPlace } from './telephony-place.ts'

const NEW_SEARCHES = 100
const RING_GROUPS = 500

/** How fast is a page of 100 extensions, found by a search among 100,000? */
export async function benchExtensionList(stored = 100_000): Promise<void> {
  const place = await makeTelephonyPlace(async (telephony, demo) => {
    const users = await addContacts(telephony, demo, Math.min(stored, 5000))
    await addExtensions(telephony, demo, stored, users)
  })
  const ours = await startSwitchboard(place.dataDir, { TELEPHONY_RATE_LIMIT_PER_MINUTE: '0' })
  const { headers } = place
  const list = `/instances/${place.demo.acme.instanceUuid}/bulks/extensions`
  // Twenty people, each looking for something else.
  const paths = Array.from(
    { length: 20 },
    (_, index) => `${list}?search=floor%20${index + 10}&page=${1 + (index % 3)}`,
  )
  const bytes = await (await fetch(ours.url + paths[0]!, { headers })).text()
  if ((JSON.parse(bytes) as unknown[]).length !== 100) throw new Error('expected 100 extensions')
  const bare = await startBareServer({ [`GET ${list}`]: bytes })
  const size = `${Math.round(bytes.length / 1024)} KB`
  const of = `of ${stored.toLocaleString('en')} (${size})`
  const connections = 32
  const result = await compare(
    { url: ours.url, headers, paths, connections },
    { url: bare.url, headers, paths, connections },
  )
  report(`page of 100 extensions with a search, ${of}`, result, 0.7)
  const ms = (time: number) => `${time.toFixed(1)} ms each`
  const bareTime = await timeEach(`${bare.url}${list}?search=desk%20`, headers)
  const ask = (query: string) => timeEach(`${ours.url}${list}?${query}`, headers)
  const reportTime = (question: string, time: number, compared: number) =>
    reportRow({
      question,
      ours: ms(time),
      bare: ms(compared),
      ratio: compared / time,
      target: '>= 0',
      met: true,
    })
  const byName = await ask('search=desk%20')
  reportTime(`the same, each search for the first time, one after the other, ${of}`, byName, bareTime)
  const byNumber = await ask('search=1000')
  reportTime(`the same, by number, ${of}`, byNumber, bareTime)
  reportTime(`the same, pages without a search, ${of}`, await ask('page=1'), bareTime)
  await addRingGroups(ours.url + list.replace('bulks/extensions', 'ring-groups'), headers)
  // The same searches, which no cache knows.
  const anew = 'page_size=99'
  const groups = `with ${RING_GROUPS} ring groups, compared with none`
  reportTime(`the same, by name, ${groups}`, await ask(`${anew}&search=desk%20`), byName)
  reportTime(`the same, by number, ${groups}`, await ask(`${anew}&search=1000`), byNumber)
  await bare.stop()
  await ours.stop()
  place.remove()
}

/** Below the numbers of the extensions. */
async function addRingGroups(url: string, headers: Record<string, string>): Promise<void> {
  for (let index = 0; index < RING_GROUPS; index += 1) {
    const body = { number: 20_000 + index, name: `Group ${index}`, members: [String(100_000 + index)] }
    const { status } = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (status !== 201) throw new Error(`a ring group was refused: ${status}`)
  }
}

async function timeEach(start: string, headers: Record<string, string>): Promise<number> {
  const began = performance.now()
  for (let index = 0; index < NEW_SEARCHES; index += 1) {
    await (await fetch(`${start}${index + 10}`, { headers })).arrayBuffer()
  }
  return (performance.now() - began) / NEW_SEARCHES
}
