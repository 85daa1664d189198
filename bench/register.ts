import { startBareServer, startSwitchboard } from './child-server.ts'
import { addPeople, addStreamWith } from './fill.ts'
import { compare } from './load.ts'
import { makePlace } from './place.ts'
import { report } from './report.ts'

/** How fast does a client start in an organization of 1,000 people? */
export async function benchRegister(): Promise<void> {
  const place = await makePlace(async (chat, demo) => {
    const people = await addPeople(chat, demo, 1000)
    await addStreamWith(chat, demo, 'everybody', people)
  })
  const ours = await startSwitchboard(place.dataDir)
  const request = {
    method: 'POST' as const,
    headers: { authorization: place.authorization.ben!, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'apply_markdown=true',
    connections: 8,
  }
  const url = `${ours.url}/api/v1/register`
  const bytes = await (
    await fetch(url, { method: 'POST', headers: request.headers, body: request.body })
  ).text()
  const bare = await startBareServer({ 'POST /register': bytes })
  const result = await compare({ ...request, url }, { ...request, url: `${bare.url}/register` })
  await ours.stop()
  await bare.stop()
  place.remove()
  report(`register with all initial data at 1,000 users (${Math.round(bytes.length / 1024)} KB)`, result, 0)
}
