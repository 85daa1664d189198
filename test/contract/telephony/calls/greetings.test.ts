import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPromptOfGreeting } from '../../../../src/telephony/phones/prompts/greeting-store.ts'
import { collectPrompts } from '../../../../src/telephony/phones/prompts/prompt-jobs.ts'
import { promptUrl } from '../../../../src/telephony/phones/prompts/prompt-url.ts'
import { toneFile } from '../../../harness/asterisk/tone.ts'
import { engines } from '../../../harness/engines.ts'
import { formOf } from '../../../harness/form-of.ts'
import type { TelephonyClient } from '../../../harness/telephony-client.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

const tone = toneFile(600, 30)

describe.each(engines)('greetings on %s', (engine) => {
  let world: TelephonyWorld
  let path: string
  let audio: string
  let extensionPath: string
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    const list = `/instances/${world.acmePbx}/bulks/extensions`
    const all = (await world.ada.get(list)).body as { _id: string; data: { id: number } }[]
    const { _id: id } = all.find(({ data }) => data.id === 1002)!
    extensionPath = `${list}/${id}`
    path = `/instances/${world.acmePbx}/extensions/${id}/greeting`
    audio = `/instances/${world.acmePbx}/extensions/${id}/greeting/audio`
  })
  afterAll(() => world.stop())

  const put = async (client: TelephonyClient, bytes: Buffer) => {
    const { body, headers } = await formOf({ upfile: { bytes, name: 'greeting.wav' } })
    return client.call('PUT', path, body, headers)
  }
  const rows = () => world.telephony.database.read.selectFrom('greetings').selectAll().execute()
  const addressOf = (promptId: string) =>
    promptUrl(world.telephony, { companyId: world.demo.acme.company.id, promptId })
  const fetchPrompt = async (url: string) => world.stranger.get(new URL(url).pathname)

  it('there is none at first', async () => {
    expect((await world.ben.get(path)).status).toBe(404)
    expect((await world.ben.get(audio)).status).toBe(404)
    expect((await world.ben.delete(path)).status).toBe(404)
  })

  it('the user uploads one, in a form or as the body; the former one goes', async () => {
    const set = await put(world.ben, tone)
    expect(set.status).toBe(200)
    expect(set.body).toMatchObject({ duration: 30, size: tone.length })
    expect((await world.ben.get(path)).body).toEqual(set.body)
    expect((await world.ben.get(audio)).bytes.equals(tone)).toBe(true)
    const part = await world.ben.with({ range: 'bytes=0-99' }).get(audio)
    expect([part.status, part.bytes.length]).toEqual([206, 100])
    const [former] = await rows()
    const again = await world.ben.call('PUT', path, tone, { 'content-type': 'audio/wav' })
    expect(again.status).toBe(200)
    expect((await fetchPrompt(addressOf(former!.prompt_id))).status).toBe(404)
  })

  it('the PBX fetches it at an address that nobody can guess', async () => {
    const [greeting] = await rows()
    const url = addressOf(greeting!.prompt_id)
    const fetched = await fetchPrompt(url)
    expect(fetched.status).toBe(200)
    expect(fetched.headers['content-type']).toBe('audio/wav')
    expect(fetched.bytes.equals(tone)).toBe(true)
    const wrong = [
      url.replace(/.{5}\.wav$/, 'aaaaa.wav'),
      url.replace('.wav', ''),
      url.replace(/\/\d+\./, '/2.'),
    ]
    for (const one of wrong) expect((await fetchPrompt(one)).status, one).toBe(404)
  })

  it('it is not collected as a leftover', async () => {
    world.clock.advance(86_400)
    await collectPrompts(world.telephony, [isPromptOfGreeting])
    expect((await world.ben.get(audio)).status).toBe(200)
  })

  it.each([
    ['must be a WAV file', Buffer.from('this is no sound')],
    ['has no sound', tone.subarray(0, 44)],
    ['is cut off', tone.subarray(0, 5000)],
  ])('a bad file is 400 and changes nothing: %s', async (detail, bytes) => {
    const file = Buffer.from(bytes)
    if (detail === 'has no sound') file.writeUInt32LE(0, 40)
    const before = await rows()
    const refused = await put(world.ben, file)
    expect(refused.status).toBe(400)
    expect(refused.body.errors).toEqual([{ pointer: 'upfile', detail }])
    expect(await rows()).toEqual(before)
  })

  it('is 413 if it is too large', async () => {
    const refused = await world.ben.call('PUT', path, Buffer.alloc(36_000_001), {
      'content-type': 'audio/wav',
    })
    expect(refused.status).toBe(413)
  })

  it('others cannot hear or change it; the owner can', async () => {
    const eve = (await world.ada.post('/company/contacts', { first_name: 'Eve' })).body
    const key = world.as('dev-acme-key', eve.id)
    const ofOthers = await Promise.all([key.get(path), key.get(audio), put(key, tone), key.delete(path)])
    expect(new Set(ofOthers.map(({ status }) => status))).toEqual(new Set([403]))
    const elsewhere = await Promise.all([
      world.hank.get(path),
      put(world.hank, tone),
      world.hank.delete(path),
    ])
    expect(elsewhere.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await world.ada.get(path)).status).toBe(200)
  })

  it('a new user of the extension does not speak with the voice of the former one', async () => {
    expect((await world.ada.patch(extensionPath, { user: null })).status).toBe(200)
    expect((await world.ada.get(path)).status).toBe(404)
    expect((await world.ada.patch(extensionPath, { user: { id: world.demo.acme.ben.id } })).status).toBe(200)
    expect((await world.ben.get(path)).status).toBe(200)
  })

  it('is deleted, with its sound', async () => {
    const [greeting] = await rows()
    expect((await world.ben.delete(path)).status).toBe(200)
    expect((await world.ben.get(path)).status).toBe(404)
    expect((await fetchPrompt(addressOf(greeting!.prompt_id))).status).toBe(404)
    expect((await put(world.ben, tone)).status).toBe(200)
    expect((await world.ada.delete(extensionPath)).status).toBe(200)
    expect(await rows()).toEqual([])
  })
})
