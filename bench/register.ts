import { authorizationOf } from './bulk/add-people.ts'
import { startBareServer, startSwitchboard } from './child-server.ts'
import { makeCrowdPlace } from './crowd-place.ts'
import { compare } from './load.ts'
import { report } from './report.ts'

const PEOPLE = 1000
const FORM = 'application/x-www-form-urlencoded'

/** How fast does a client start in an organization of 1,000 people? */
export async function benchRegister(): Promise<void> {
  const place = await makeCrowdPlace(PEOPLE)
  const ours = await startSwitchboard(place.dataDir)
  // One after the other: the queues of one person are limited.
  let person = 0
  const next = () => {
    person = (person + 1) % PEOPLE
    return {
      path: '/api/v1/register',
      headers: { authorization: authorizationOf(person), 'content-type': FORM },
    }
  }
  const request = { method: 'POST' as const, body: 'apply_markdown=true', connections: 8, next }
  const { path, headers } = next()
  const answer = await fetch(`${ours.url}${path}`, { method: 'POST', headers, body: request.body })
  const bytes = await answer.text()
  const bare = await startBareServer({ 'POST /api/v1/register': bytes })
  const result = await compare({ ...request, url: ours.url }, { ...request, url: bare.url })
  await ours.stop()
  await bare.stop()
  place.remove()
  report(`register with all initial data at 1,000 users (${Math.round(bytes.length / 1024)} KB)`, result, 0)
}
