import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectPrompts } from '../../../../src/telephony/phones/prompts/prompt-jobs.ts'
import { isPromptOfEverybody } from '../../../../src/telephony/phones/prompts/speech-store.ts'
import { isInstalled } from '../../../debian-packages.js'
import { engines } from '../../../harness/engines.ts'
import { formOf } from '../../../harness/form-of.ts'
import type { TelephonyClient } from '../../../harness/telephony-client.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { withoutPrograms } from '../../../harness/without-programs.ts'

const speech = '/company/speech'

describe.skipIf(!isInstalled('espeak-ng')).each(engines)('speech on %s', (engine) => {
  let world: TelephonyWorld
  let extension: string
  let language: string
  let menu: string
  beforeAll(async () => {
    world = await startTelephonyWorld(engine, { SPEECH: 'yes' })
    const list = (await world.ada.get(`/instances/${world.acmePbx}/bulks/extensions`)).body
    const ben = list.find(({ data }: { data: { id: number } }) => data.id === 1002)
    extension = `/instances/${world.acmePbx}/extensions/${ben._id}`
    language = `/instances/${world.acmePbx}/extensions/${ben._id}/language`
    const menus = `/instances/${world.acmePbx}/menus`
    menu = `${menus}/${(await world.ada.post(menus, { number: 7001, name: 'Menu' })).body.id}`
  })
  afterAll(() => world?.stop())

  const say = async (client: TelephonyClient, path: string, fields: Parameters<typeof formOf>[0]) => {
    const { body, headers } = await formOf(fields)
    return client.call('PUT', path, body, headers)
  }
  async function spoken() {
    // The server speaks after it has responded.
    await world.telephony.inFlight.settled()
    return world.telephony.database.read.selectFrom('spoken_announcements').selectAll().execute()
  }

  it('a company speaks English until it chooses another language, which only managers do', async () => {
    const { status, body } = await world.ben.get(speech)
    expect(status).toBe(200)
    expect(body).toMatchObject({ language: 'en', is_installed: true, detail: '' })
    expect(body.languages).toContainEqual({ code: 'de', name: 'Deutsch' })
    expect((await world.ben.patch(speech, { language: 'de' })).status).toBe(403)
    for (const language of ['xx', '', null, 'de; id']) {
      expect((await world.ada.patch(speech, { language })).status).toBe(400)
    }
    expect((await world.ada.patch(speech, { language: 'de' })).body).toMatchObject({ language: 'de' })
    expect((await world.ben.get(speech)).body.language).toBe('de')
    expect((await world.hank.get(speech)).body.language).toBe('en')
  })

  it('the user of an extension chooses another language than the company', async () => {
    expect((await world.ben.get(language)).body).toEqual({ language: null })
    expect((await world.ben.put(language, { language: 'fr' })).body).toEqual({ language: 'fr' })
    expect((await world.ada.get(language)).body).toEqual({ language: 'fr' })
    expect((await world.hank.put(language, { language: 'it' })).status).toBe(404)
    expect((await world.ben.put(language, { language: 'klingon' })).status).toBe(400)
    expect((await world.ben.put(language, { language: null })).body).toEqual({ language: null })
  })

  it('announcements are spoken once for each language in use, and are kept', async () => {
    const before = await spoken()
    expect(new Set(before.map(({ language }) => language))).toEqual(new Set(['en', 'de', 'fr']))
    await world.ada.patch(speech, { language: 'de' })
    expect(await spoken()).toEqual(before)
    world.clock.advance(3 * 3600)
    await collectPrompts(world.telephony, [isPromptOfEverybody])
    const { contents } = world.telephony
    for (const { prompt_id: name } of before) {
      expect(await contents.size({ kind: 'prompts', tenant: 'announcements', name })).toBeGreaterThan(8000)
    }
  })

  it('a typed text becomes the greeting or the prompt of a menu, in the language of the person or company', async () => {
    const greeting = await say(world.ben, `${extension}/greeting`, { text: 'Ich bin im Urlaub.' })
    expect(greeting).toMatchObject({ status: 200, body: { text: 'Ich bin im Urlaub.', language: 'de' } })
    expect(greeting.body.duration).toBeGreaterThan(0)
    const { bytes } = await world.ben.get(`${extension}/greeting/audio`)
    expect(bytes.subarray(0, 4).toString()).toBe('RIFF')
    const text = 'Press 1 for sales; $(touch /tmp/x) `id` -w <b>"2"</b>'
    const prompt = await say(world.ada, `${menu}/prompt`, { text, language: 'en' })
    expect(prompt).toMatchObject({ status: 200, body: { prompt: { text, language: 'en' } } })
    expect((await world.ada.get(`${menu}/prompt`)).bytes.length).toBe(prompt.body.prompt.size)
  })

  it('a text that cannot be spoken is refused, and changes nothing', async () => {
    const before = (await world.ada.get(menu)).body
    const tone = { bytes: Buffer.from('RIFF'), name: 'tone.wav' }
    for (const [fields, pointer] of [
      [{ text: '' }, 'text'],
      [{ text: ' ?! ' }, 'text'],
      [{ text: 'a'.repeat(1501) }, 'text'],
      [{ text: 'Hello', language: '--help' }, 'language'],
      [{ text: 'Hello', upfile: tone }, 'text'],
      [{ language: 'en' }, 'upfile'],
    ] as const) {
      const refused = await say(world.ada, `${menu}/prompt`, fields)
      expect(refused.status).toBe(400)
      expect(refused.body.errors[0].pointer).toContain(pointer)
    }
    expect((await world.ada.get(menu)).body).toEqual(before)
  })

  it('without the speech program, the API says what to install', async () => {
    const missing = 'Text cannot be spoken: the package espeak-ng is not installed on the server'
    await withoutPrograms(async () => {
      expect((await world.ada.get(speech)).body).toMatchObject({ is_installed: false, detail: missing })
      const refused = await say(world.ada, `${menu}/prompt`, { text: 'Hello' })
      expect(refused).toMatchObject({ status: 503, body: { detail: missing } })
      // The language can be chosen: Asterisk may have its sounds.
      expect((await world.ada.patch(speech, { language: 'ru' })).status).toBe(200)
      expect((await spoken()).some(({ language }) => language === 'ru')).toBe(false)
    })
  })
})
