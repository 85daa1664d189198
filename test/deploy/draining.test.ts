import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePlace, type Place } from '../harness/engines.ts'
import { type RunningSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'

let place: Place
let server: RunningSwitchboard
beforeAll(async () => {
  place = await makePlace('SQLite')
  server = await startSwitchboard(['--development'], { place, environment: { DRAIN_SECONDS: '2' } })
})
afterAll(async () => {
  await server?.kill()
  await place.remove()
})

it('a server that drains says so, answers the polls that wait, serves on, and then ends', async () => {
  const { api_key: key } = await read('/api/v1/dev_fetch_api_key', { username: 'ben@example.com' })
  const authorization = `Basic ${Buffer.from(`ben@example.com:${key}`).toString('base64')}`
  const { queue_id } = await read('/api/v1/register', { event_types: '["message"]' }, authorization)
  const poll = () => read(`/api/v1/events?queue_id=${queue_id}&last_event_id=-1`, undefined, authorization)
  const waiting = poll()
  await new Promise((next) => setTimeout(next, 300))

  const ended = server.stop()
  expect(await waiting).toMatchObject({ result: 'success', events: [] })
  const health = await fetch(`${server.url}/health`)
  expect(health.status).toBe(503)
  expect(await health.json()).toMatchObject({ status: 'stopping' })
  const form = { type: 'private', to: 'ben@example.com', content: 'Still there?' }
  const sent = await ask('/api/v1/messages', form, authorization)
  expect(sent.status).toBe(200)
  expect(sent.headers.get('connection')).toBe('close')
  // Polls get what there is, and wait again until the port is closed.
  const { events } = await poll()
  expect(events.map(({ type }: { type: string }) => type)).toEqual(['message'])
  const last = read(
    `/api/v1/events?queue_id=${queue_id}&last_event_id=${events[0].id}`,
    undefined,
    authorization,
  )
  expect(await last).toMatchObject({ result: 'success', events: [] })
  // The last moment: what another server can answer is refused, what changes something is not.
  const refused = await ask('/api/v1/users/me', undefined, authorization)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await refused.json()).toMatchObject({ msg: 'This server is stopping', code: 'SERVICE_UNAVAILABLE' })
  expect((await ask('/system/company')).status).toBe(503)
  expect((await ask('/api/v1/messages', form, authorization)).status).toBe(200)
  expect((await ended).code).toBe(0)
  await expect(fetch(`${server.url}/health`)).rejects.toThrow()
})

function ask(path: string, form?: Record<string, string>, authorization?: string): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    headers: authorization ? { authorization } : {},
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
const read = async (...call: Parameters<typeof ask>): Promise<any> => (await ask(...call)).json()
