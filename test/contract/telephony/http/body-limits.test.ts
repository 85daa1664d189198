import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const type = (contentType: string) => ({ 'content-type': contentType })

describe.each(engines)('Limits of what a body holds on %s', (engine) => {
  let world: TelephonyWorld
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
  })
  afterAll(() => world.stop())

  it.each([
    ['POST', '/company/contacts'],
    ['PATCH', '/company'],
    ['POST', '/company/contacts/import'],
    ['POST', '/fax/messages'],
    ['POST', '/webhooks'],
  ] as const)('%s %s: JSON of at most 100 levels', async (method, path) => {
    const answer = await world.ada.call(method, path, nested(101), type('application/json'))
    expect(answer.status).toBe(400)
    const detail = 'is nested too deeply: at most 100 levels are possible'
    expect(answer.body.errors).toEqual([{ pointer: '', detail }])
    const within = await world.ada.call(method, path, nested(100), type('application/json'))
    expect(within.body.errors?.[0]?.detail).not.toBe(detail)
  })

  it('a JSON object of at most 1,000 fields, and 100,000 values', async () => {
    const send = (body: string) => world.ada.call('POST', '/webhooks', body, type('application/json'))
    const fields = Array.from({ length: 1001 }, (_, at) => `"f${at}":0`).join()
    expect((await send(`{${fields}}`)).body.detail).toBe(
      'The body has too many fields: at most 1000 are possible',
    )
    expect((await send(`{"f":[${'[],'.repeat(100_000)}[]]}`)).body.detail).toBe(
      'The body has too many values: at most 100000 are possible',
    )
  })

  it('a form of more than 50 parts', async () => {
    const part = '--XX\r\ncontent-disposition: form-data; name="to"\r\n\r\n+12025550112\r\n'
    const send = (parts: number) =>
      world.ada.call(
        'POST',
        '/fax/messages',
        `${part.repeat(parts)}--XX--\r\n`,
        type('multipart/form-data; boundary=XX'),
      )
    expect((await send(51)).body.errors).toEqual([
      { pointer: '', detail: 'has too many parts: at most 50 are possible' },
    ])
    expect((await send(50)).body.errors).toEqual([{ pointer: 'upfile', detail: 'is missing: the document' }])
  })
})
