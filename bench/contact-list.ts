import { startBareServer, startSwitchboard } from './child-server.ts'
import { addContacts } from './fill-telephony.ts'
import { compare } from './load.ts'
import { report } from './report.ts'
import { makeTelephonyPlace } from './telephony-place.ts'

/** How fast is a page of 100 users among 100,000? */
export async function benchContactList(stored = 100_000): Promise<void> {
  const place = await makeTelephonyPlace(async (telephony, demo) => {
    await addContacts(telephony, demo, stored)
  })
  const ours = await startSwitchboard(place.dataDir, { TELEPHONY_RATE_LIMIT_PER_MINUTE: '0' })
  const { headers } = place
  const list = '/system/company/contacts'
  const paths = Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0 ? `${list}?page=${1 + index * 40}` : `${list}?first_name=nora&page=${index}`,
  )
  const bytes = await (await fetch(ours.url + paths[0]!, { headers })).text()
  if ((JSON.parse(bytes) as unknown[]).length !== 100) throw new Error('expected 100 users')
  const bare = await startBareServer({ [`GET ${list}`]: bytes })
  const result = await compare({ url: ours.url, headers, paths }, { url: bare.url, headers, paths })
  report(
    `page of 100 users, of ${stored.toLocaleString('en')} (${Math.round(bytes.length / 1024)} KB)`,
    result,
    0.7,
  )
  await bare.stop()
  await ours.stop()
  place.remove()
}
