import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { telephonyOperations } from '../../../../src/telephony/telephony-operations.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { stateOf } from './company-state.ts'
import { urlOf } from './operation-urls.ts'

const paths = new Map<string, Set<string>>()
for (const { method, path } of telephonyOperations) {
  paths.set(path, (paths.get(path) ?? new Set()).add(method))
}
const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const wrongVerbs = [...paths].flatMap(([path, known]) =>
  verbs.filter((verb) => !known.has(verb)).map((verb) => [verb, path, known] as const),
)
const jsonBodies = telephonyOperations
  .filter(({ body, path }) => typeof body === 'object' && ['/company', '/company/contacts'].includes(path))
  .map(({ method, path }) => [method, path] as const)

describe.each(engines)('Requests on %s', (engine) => {
  let world: TelephonyWorld
  let before: unknown
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    before = await stateOf(world.ada)
  })
  afterAll(() => world.stop())

  it.each(wrongVerbs)('%s %s: 405 with Allow', async (verb, path, known) => {
    const answer = await world.ada.call(verb, urlOf({ path } as never))
    expect(answer.status).toBe(405)
    const allowed = [...known, ...(known.has('GET') ? ['HEAD'] : [])].sort().join(', ')
    expect(answer.headers.allow).toBe(allowed)
  })

  it('OPTIONS tells the verbs, HEAD is GET without a body', async () => {
    const options = await world.stranger.call('OPTIONS', '/company/locations')
    expect(options).toMatchObject({ status: 204, headers: { allow: 'GET, HEAD, POST' } })
    const address = await world.listen()
    const head = await fetch(`${address}/company/locations`, { method: 'HEAD', headers: world.ada.headers })
    expect(head.status).toBe(200)
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100)
    expect(await head.text()).toBe('')
    expect((await world.stranger.call('HEAD', '/company/locations')).status).toBe(401)
  })

  it.each(['/nothing', '/company/nothing', '/system', '/instances/x/y/z', '/company/contacts/a/b'])(
    'GET %s: 404 as a problem, with or without a key',
    async (path) => {
      for (const client of [world.ada, world.stranger]) {
        const answer = await client.get(path)
        expect(answer.status).toBe(404)
        expect(answer.body).toEqual({
          detail: `There is nothing at ${path}`,
          status: 404,
          title: 'Not Found',
          type: 'about:blank',
        })
      }
    },
  )

  it('the error body has exactly detail, status, title and type; errors with 400 only', async () => {
    const cases = [
      [await world.stranger.get('/system/company'), 401, 'Unauthorized'],
      [await world.ben.patch('/company', {}), 403, 'Forbidden'],
      [await world.ada.delete('/company/contacts/x'), 404, 'Not Found'],
      [await world.ada.post('/company/contacts', {}), 400, 'Bad Request'],
    ] as const
    for (const [answer, status, title] of cases) {
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
      expect(answer.body).toEqual({
        detail: expect.stringMatching(/\S/),
        status,
        title,
        type: 'about:blank',
        ...(status === 400 && { errors: [{ pointer: '/first_name', detail: 'is required' }] }),
      })
    }
  })

  it('a 400 names every fault, and says how many more there are', async () => {
    const { body } = await world.ada.post('/company/contacts', { first_name: 1, title: 2, nope: 3 })
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '/first_name',
      '/nope',
      '/title',
    ])
    expect(body.detail).toMatch(/\(and 2 more\)$/)
  })

  it('answers are not to be kept by caches', async () => {
    expect((await world.ada.get('/system/company')).headers['cache-control']).toBe('no-store')
    expect((await world.stranger.get('/system/company')).headers['cache-control']).toBe('no-store')
  })

  describe.each(jsonBodies)('%s %s', (method, path) => {
    it.each([
      ['no body', undefined, /is missing/],
      ['an empty body', '', /is missing/],
      ['blanks', ' \n ', /is missing/],
      ['a torn object', '{"first_name": "A', /not valid JSON/],
      ['two objects', '{}{}', /not valid JSON/],
      ['single quotes', "{'first_name': 'A'}", /not valid JSON/],
      ['a form', 'first_name=A', /not valid JSON/],
      ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x7b]), /not valid JSON/],
      ['a list', '[]', /must be an object/],
      ['null', 'null', /must be an object/],
      ['a text', '"first_name"', /must be an object/],
      ['a number', '1', /must be an object/],
      ['a million brackets', '['.repeat(1_000_000), /nested too deeply: at most 100 levels/],
      ['a null character, escaped', '{"first_name":"A\\u0000"}', /null character/],
      ['a null character, raw', '{"first_name":"A\0"}', /not valid JSON/],
    ])('%s: 400 that points at the body', async (_what, body, detail) => {
      const answer = await world.ada.call(method, path, body, { 'content-type': 'application/json' })
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toEqual([{ pointer: '', detail: expect.stringMatching(detail) }])
    })

    it('a body of more than a megabyte: 413', async () => {
      const answer = await world.ada.call(method, path, { first_name: 'x'.repeat(1_100_000) })
      expect(answer.status).toBe(413)
    })

    it('strangers are refused before their body is read', async () => {
      const answer = await world.stranger.call(method, path, { first_name: 'x'.repeat(1_100_000) })
      expect(answer.status).toBe(401)
    })

    it('a deep value in a field that is read-only: 400', async () => {
      const deep = `{"id":${'['.repeat(100_000)}${']'.repeat(100_000)},"first_name":"A"}`
      expect((await world.ada.call(method, path, deep)).status).toBe(400)
    })

    it.each(['__proto__', 'constructor', 'toString', ''])('the field "%s" is unknown: 400', async (name) => {
      const answer = await world.ada.call(method, path, `{"first_name":"A","${name}":{"x":1}}`)
      expect(answer.status).toBe(400)
    })
  })

  it('none of it has changed anything', async () => {
    expect(await stateOf(world.ada)).toEqual(before)
  })

  it.each(['application/json', 'application/json; charset=utf-8', 'text/plain', undefined])(
    'content-type %s: the body is read as JSON',
    async (type) => {
      const headers = type === undefined ? {} : { 'content-type': type }
      const answer = await world.ada.call('PATCH', '/company', '{"description":"by any type"}', headers)
      expect(answer).toMatchObject({ status: 200, body: { description: 'by any type' } })
    },
  )

  it('a backslash before u0000 is a text like any other', async () => {
    const { status, body } = await world.ada.patch('/company', { description: '\\u0000 and \\\\u0000' })
    expect(status).toBe(200)
    expect(body.description).toBe('\\u0000 and \\\\u0000')
  })

  it('letters of all alphabets and emoji come back as they were', async () => {
    const text = 'Zoë 李 नमस्ते \u{1f600} "quoted" <b>&amp;</b> %_\\ \u2028'
    expect((await world.ada.patch('/company', { description: text })).body.description).toBe(text)
    expect((await world.ada.get('/system/company')).body.description).toBe(text)
  })

  it.each(['first_name', 'work_email'])('a null character in the query (%s): 400', async (name) => {
    const { status, body } = await world.ada.get('/system/company/contacts', { [name]: 'a\0b' })
    expect(status).toBe(400)
    expect(body.errors[0].pointer).toBe(`/${name}`)
  })

  it('an address that cannot be read: 400, as every other mistake', async () => {
    const { status, body } = await world.ada.call('PATCH', '/company/contacts/%ff')
    expect(status).toBe(400)
    expect(body.title).toBe('Bad Request')
  })

  it('an unknown parameter: 400 that names it', async () => {
    const { status, body } = await world.ada.get('/system/company/contacts', { firstname: 'Ben' })
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ pointer: '/firstname', detail: 'is not a known field' }])
  })

  it('of a repeated parameter the last one counts', async () => {
    const { body } = await world.ada.get('/system/company/contacts?first_name=Zed&first_name=Ben')
    expect(body.map((one: { first_name: string }) => one.first_name)).toEqual(['Ben'])
  })
})
