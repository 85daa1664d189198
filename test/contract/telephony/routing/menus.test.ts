import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPromptOfMenu } from '../../../../src/telephony/phones/call-routes/call-route-store.ts'
import { collectPrompts } from '../../../../src/telephony/phones/prompts/prompt-jobs.ts'
import { toneFile } from '../../../harness/asterisk/tone.ts'
import { engines } from '../../../harness/engines.ts'
import { formOf } from '../../../harness/form-of.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

const HOUR = 3_600_000

describe.each(engines)('Menus on %s', (engine) => {
  let world: TelephonyWorld
  let path: string
  const wav = toneFile(440, 2)
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    path = `/instances/${world.acmePbx}/menus`
  })
  afterAll(() => world.stop())
  const least = { number: 6201, name: 'Welcome' }
  const options = [
    { digit: '1', destination: '1001' },
    { digit: '#', destination: '6001' },
  ]
  const made = async (body: object) => (await world.ada.post(path, { ...least, ...body })).body
  const upload = (client: typeof world.ada, { id }: { id: string }, bytes: Buffer) =>
    client.call('PUT', `/instances/${world.acmePbx}/menus/${id}/prompt`, bytes, {
      'content-type': 'audio/wav',
    })

  it('201: number and name are enough; PATCH and DELETE as for ring groups', async () => {
    const { status, body } = await world.ada.post(path, least)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      company_id: world.demo.acme.company.public_id,
      pbx: world.acmePbx,
      ...least,
      options: [],
      timeout: 5,
      tries: 3,
      timeout_destination: '',
      invalid_destination: '',
      direct_dial: false,
      prompt: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    const url = `/instances/${world.acmePbx}/menus/${body.id}`
    expect((await world.ada.patch(url, { options })).body.options).toEqual(options)
    expect((await world.ada.patch(url, { ...body, options, tries: 1 })).body).toMatchObject({
      options,
      tries: 1,
    })
    expect((await world.ben.get(url)).status).toBe(200)
    expect((await world.ben.patch(url, body)).status).toBe(403)
    expect((await world.hank.get(url)).status).toBe(404)
    expect((await world.ada.delete(url)).status).toBe(200)
    expect((await world.ada.get(path)).body).toEqual([])
  })

  it.each([
    ['/options/0/digit', { options: [{ digit: 'A', destination: '1001' }] }],
    ['/options/0/destination', { options: [{ digit: '1', destination: '' }] }],
    ['/options/1/digit', { options: [options[0], options[0]] }],
    ['/timeout', { timeout: 0 }],
    ['/tries', { tries: 11 }],
    ['/prompt', { prompt: { id: 'a'.repeat(24), duration: 1, size: 1 } }],
    ['/number', { number: 1001 }],
  ])('400: %s', async (pointer, wrong) => {
    const { status, body } = await world.ada.post(path, { ...least, number: 6202, ...wrong })
    expect([status, body.errors?.[0].pointer]).toEqual([400, pointer])
  })

  it('a prompt is uploaded, as body or form, heard in parts, kept by PATCH, replaced and deleted', async () => {
    const menu = await made({ number: 6203 })
    const url = `${path}/${menu.id}`
    const prompt = { id: expect.any(String), duration: 2, size: wav.length, text: null, language: null }
    const { status, body } = await upload(world.ada, menu, wav)
    expect([status, body.prompt]).toEqual([200, prompt])
    const heard = await world.ben.get(`${url}/prompt`)
    expect(heard.headers['content-type']).toBe('audio/wav')
    expect(heard.bytes).toEqual(wav)
    const part = await world.ben.call('GET', `${url}/prompt`, undefined, { range: 'bytes=0-3' })
    expect([part.status, String(part.bytes)]).toEqual([206, 'RIFF'])
    expect((await world.ada.patch(url, { ...menu, name: 'Kept' })).body.prompt).toEqual(body.prompt)
    const form = await formOf({ upfile: { bytes: wav, name: 'tone.wav' } })
    const replaced = await world.ada.call('PUT', `${url}/prompt`, form.body, form.headers)
    expect(replaced.body.prompt).toEqual(prompt)
    expect(replaced.body.prompt.id).not.toBe(body.prompt.id)
    // The job deletes what no menu names any more, after a while.
    world.clock.advance(2 * HOUR)
    const { telephony } = world
    const { public_id: company } = world.demo.acme.company
    const stored = async (id: string) =>
      (await telephony.contents.stream({ kind: 'prompts', tenant: company, name: id })) !== undefined
    await collectPrompts(telephony, [isPromptOfMenu])
    expect([await stored(body.prompt.id), await stored(replaced.body.prompt.id)]).toEqual([false, true])
    expect((await world.ada.delete(`${url}/prompt`)).body.prompt).toBeNull()
    expect((await world.ada.get(`${url}/prompt`)).status).toBe(404)
  })

  it('400: what is no WAV file, and the old prompt stays', async () => {
    const menu = await made({ number: 6204 })
    await upload(world.ada, menu, wav)
    const before = (await world.ada.get(`${path}/${menu.id}`)).body
    for (const wrong of [Buffer.from('ID3 no wave at all'), wav.subarray(0, 44), Buffer.alloc(0)]) {
      expect((await upload(world.ada, menu, wrong)).status).toBe(400)
    }
    expect((await world.ada.get(`${path}/${menu.id}`)).body).toEqual(before)
  })

  it('403 for users, 404 for other companies', async () => {
    const menu = await made({ number: 6205 })
    for (const [client, status] of [
      [world.ben, 403],
      [world.hank, 404],
    ] as const) {
      expect((await upload(client, menu, wav)).status).toBe(status)
      expect((await client.delete(`${path}/${menu.id}/prompt`)).status).toBe(status)
    }
    await upload(world.ada, menu, wav)
    expect((await world.hank.get(`${path}/${menu.id}/prompt`)).status).toBe(404)
    expect((await world.ben.get(`${path}/${menu.id}/prompt`)).status).toBe(200)
  })
})
