import { expect, it } from 'vitest'
import { createLogger } from '../../../../../platform/logging/log.ts'
import { uncheckedCast } from '../../../../../platform/unchecked-cast.ts'
import type { Ari } from '../ari/ari.ts'
import { createAnnouncementSounds } from './announcement-sounds.ts'

const digits = Array.from({ length: 10 }, (_, digit) => `digits/${digit}`)
const english = [
  ...['queue-thereare', 'queue-callswaiting', 'vm-youhave', 'vm-INBOX', 'vm-messages', 'vm-message'],
  ...['vm-received', 'digits/at', 'digits/mon-10', 'vm-from-phonenumber', 'vm-deleted'],
  ...[...digits, 'digits/20'],
]

/** An Asterisk with English sounds, French digits and no others, beside a program that speaks `spoken`. */
async function soundsWith(...spoken: string[]) {
  const formats = (id: string) =>
    (digits.includes(id) ? ['en', 'fr'] : ['en']).map((language) => ({ language }))
  const ari: Pick<Ari, 'call'> = {
    call: async <T>() => uncheckedCast<T>(english.map((id) => ({ id, formats: formats(id) }))),
  }
  const sounds = createAnnouncementSounds({
    ari,
    log: createLogger('silent'),
    spokenUrl: async (language, { say, number }) => {
      const name = [language, say, number].filter((part) => part !== undefined).join(' ')
      return spoken.some((one) => name.startsWith(one)) ? name : undefined
    },
  })
  await sounds.begin()
  return sounds
}

it('Asterisk says numbers, dates, times and digits by its own sounds', async () => {
  const sounds = await soundsWith()
  const say = async (...[first, ...next]: { say: string; number?: number; digits?: string }[]) =>
    (await sounds.find({ ...first, next, language: 'en' } as Parameters<typeof sounds.find>[0]))?.media
  expect(await say({ say: 'queue_position', number: 42 })).toEqual([
    'sound:queue-thereare',
    'number:42',
    'sound:queue-callswaiting',
  ])
  expect(await say({ say: 'received_on', number: 1118 }, { say: 'received_at', number: 1405 })).toEqual([
    ...['sound:vm-received', 'sound:digits/mon-10', 'number:18'],
    ...['sound:digits/at', 'number:14', 'digits:05'],
  ])
  expect(await say({ say: 'from_number', digits: '+12' })).toEqual([
    ...['sound:vm-from-phonenumber', 'sound:digits/1', 'sound:digits/2'],
  ])
  // What has no words is left out.
  expect(await say({ say: 'message_deleted' }, { say: 'message_menu' })).toEqual(['sound:vm-deleted'])
  expect(await say({ say: 'message_menu' })).toBeUndefined()
})

it('the speech program says the rest, in whole sentences, and digits where Asterisk has none', async () => {
  const sounds = await soundsWith('de', 'fr')
  expect(await sounds.find({ say: 'queue_position', number: 3, language: 'de' })).toEqual({
    media: ['sound:de queue_position 3'],
    lang: 'de',
  })
  const parked = { say: 'parked_at', digits: '+70' } as const
  expect((await sounds.find({ ...parked, language: 'de' }))?.media).toEqual(
    ['de parked_at', 'de plus', 'de digit 7', 'de digit 0'].map((name) => `sound:${name}`),
  )
  expect((await sounds.find({ ...parked, language: 'fr' }))?.media).toEqual(
    ['fr parked_at', 'fr plus', 'digits/7', 'digits/0'].map((name) => `sound:${name}`),
  )
})

it('without the digits, a sentence that needs them is not begun', async () => {
  const sounds = await soundsWith('de parked_at', 'de extension')
  expect(await sounds.find({ say: 'parked_at', digits: '701', language: 'de' })).toBeUndefined()
  expect(await sounds.find({ say: 'extension', language: undefined })).toBeUndefined()
})
