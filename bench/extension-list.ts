import { startBareServer, startSwitchboard } from './child-server.ts'
import { addContacts, addExtensions } from './fill-telephony.ts'
import { compare } from './load.ts'
import { report, reportRow } from './report.ts'
import { makeTelephonyPlace } from './telephony-place.ts'

const NEW_SEARCHES = 100

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
  const ourTime = await timeEach(`${ours.url}${list}?search=desk%20`, headers)
  const bareTime = await timeEach(`${bare.url}${list}?search=desk%20`, headers)
  reportRow({
    question: `the same, each search for the first time, one after the other, ${of}`,
    ours: `${ourTime.toFixed(1)} ms each`,
    bare: `${bareTime.toFixed(1)} ms each`,
    ratio: bareTime / ourTime,
    target: '>= 0',
    met: true,
  })
  await bare.stop()
  await ours.stop()
  place.remove()
}

async function timeEach(start: string, headers: Record<string, string>): Promise<number> {
  const began = performance.now()
  for (let index = 0; index < NEW_SEARCHES; index += 1) {
    await (await fetch(`${start}${index + 10}`, { headers })).arrayBuffer()
  }
  return (performance.now() - began) / NEW_SEARCHES
}
