import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../harness/engines.ts'
import { type RunningSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'

describe('what a server logs of the telephony', () => {
  let place: Place
  let server: RunningSwitchboard
  beforeAll(async () => {
    place = await makePlace('SQLite')
    server = await startSwitchboard(['--development'], { place, environment: { LOG_LEVEL: 'trace' } })
  })
  afterAll(async () => {
    await server.stop()
    await place.remove()
  })

  const headers = { authorization: 'Bearer dev-acme-key', 'x-user-id': 'primary' }
  const call = async (method: string, path: string, body?: object, more: Record<string, string> = {}) => {
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: { ...headers, ...more },
      ...(body && { body: JSON.stringify(body) }),
    })
    return {
      status: answer.status,
      id: answer.headers.get('x-request-id'),
      // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
      body: (await answer.json()) as any,
    }
  }

  it('each answer has its line, and no line has a key or a credential, whether the call succeeds or fails', async () => {
    const [{ uuid }] = (await call('GET', '/instances')).body
    const path = `/instances/${uuid}/bulks/extensions`
    const given = {
      secret: 'logged-secret-0123456789',
      password: 'logged-secret-0123456789',
      voicemail_vmpwd: '71829304556',
    }
    const made = await call(
      'POST',
      path,
      { data: { id: 2001, name: 'A', ...given } },
      { 'idempotency-key': 'k1' },
    )
    expect(made.status).toBe(201)
    const generated = await call('POST', path, { data: { id: 2002, name: 'B' } })
    const url = `${path}/${made.body._id}`
    const changed = { ...given, secret: 'logged-second-secret-012' }
    expect((await call('PATCH', url, { data: changed })).status).toBe(200)
    expect((await call('PUT', url, { data: { name: 'C', ...given } })).status).toBe(200)
    expect((await call('POST', path, { data: { id: 2001, name: 'Taken', ...given } })).status).toBe(400)
    expect((await call('POST', path, { data: { id: 'x', name: 1, ...given } })).status).toBe(400)
    expect((await call('GET', `${path}?search=${given.secret}`)).status).toBe(404)
    const wrong = { authorization: 'Bearer logged-wrong-key' }
    expect((await call('GET', '/system/company', undefined, wrong)).status).toBe(401)
    const listed = await call('GET', path)
    expect((await call('DELETE', url)).status).toBe(200)

    const log = server.stderr()
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const line = lines.find(({ requestId }) => requestId === listed.id)
    // The route, not the address: in some addresses a part is a token.
    const route = '/instances/:instance_uuid/bulks/extensions'
    expect(line).toMatchObject({ method: 'GET', path: route, status: 200 })
    expect(lines.filter(({ msg }) => msg === 'answered').length).toBeGreaterThanOrEqual(10)
    const { secret, password, voicemail_vmpwd } = generated.body.data
    for (const text of [
      ...Object.values(given),
      changed.secret,
      secret,
      password,
      'dev-acme-key',
      'logged-wrong-key',
    ]) {
      expect(log).not.toContain(text)
    }
    expect(lines.filter((one) => Object.values(one).includes(voicemail_vmpwd))).toEqual([])
  })
})
