import { startBareServer, startSwitchboard } from './child-server.ts'
import { reportHalfLoad } from './half-load.ts'
import { compare } from './load.ts'
import { makePlace } from './place.ts'
import { report } from './report.ts'

/** How many messages a second are stored durably, each synced before its answer? */
export async function benchSend({ isQuick }: { isQuick: boolean }): Promise<void> {
  const place = await makePlace()
  const ours = await startSwitchboard(place.dataDir)
  const bare = await startBareServer({ 'POST /send': '{"result":"success","msg":"","id":123456}\n' })
  const request = {
    method: 'POST' as const,
    headers: { authorization: place.authorization.ben!, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      type: 'stream',
      to: 'test',
      topic: 'benchmark',
      content: 'The quick brown fox jumps over the lazy dog, and **nobody** minds.',
    }).toString(),
    ...(isQuick && { seconds: 1 }),
  }
  const result = await compare(
    { ...request, url: `${ours.url}/api/v1/messages` },
    { ...request, url: `${bare.url}/send` },
  )
  report('send (durable)', result, 'send')
  await reportHalfLoad(
    'send (durable)',
    { ...request, url: `${ours.url}/api/v1/messages` },
    result.ours.perSecond,
    isQuick,
  )
  await ours.stop()
  await bare.stop()
  place.remove()
}
