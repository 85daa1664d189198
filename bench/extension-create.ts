import { startBareServer, startSwitchboard } from './child-server.ts'
import { compare } from './load.ts'
import { report } from './report.ts'
import { makeTelephonyPlace } from './telephony-place.ts'

/** How fast are extensions created through the embedded PBX? Each is two synced commits and the PBX's own. */
export async function benchExtensionCreate(): Promise<void> {
  const place = await makeTelephonyPlace()
  const ours = await startSwitchboard(place.dataDir, { TELEPHONY_RATE_LIMIT_PER_MINUTE: '0' })
  const headers = { ...place.headers, 'content-type': 'application/json' }
  const path = `/instances/${place.demo.acme.instanceUuid}/bulks/extensions`
  let number = 10_000
  const nextBody = () => {
    number += 1
    return JSON.stringify({ data: { id: number, name: `Desk ${number}` } })
  }
  const answer = await fetch(ours.url + path, { method: 'POST', headers, body: nextBody() })
  if (answer.status !== 201) throw new Error(`expected 201, got ${answer.status}`)
  const bare = await startBareServer({ [`POST ${path}`]: await answer.text() })
  const load = { method: 'POST' as const, headers, nextBody, connections: 64 }
  const result = await compare({ url: ours.url + path, ...load }, { url: bare.url + path, ...load })
  report('extension created through the embedded PBX (durable)', result, 0)
  await bare.stop()
  await ours.stop()
  place.remove()
}
