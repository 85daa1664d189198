import { expect, test } from 'vitest'
import {
  type Emoji,
  findEmoji,
  inSkinTone,
  loadEmoji,
  skinTones,
} from '../../web/src/chat/emoji/emoji-data.ts'
import { sectionsOf, stepFrom } from '../../web/src/chat/emoji/emoji-sections.ts'
import { emojiKey } from '../../web/src/chat/emoji/recent-emoji.ts'

const emoji = (name: string, category: string, type: Emoji['type'] = 'unicode_emoji'): Emoji => ({
  name,
  code: name,
  type,
  names: [name],
  words: [],
  category,
})
const all = [
  emoji('logo', '', 'realm_emoji'),
  ...['a', 'b', 'c', 'd', 'e'].map((name) => emoji(name, 'Food & Drink')),
  ...['x', 'y'].map((name) => emoji(name, 'Flags')),
]

test('everything by category, the recent ones first, and nothing that is gone', () => {
  const names = sectionsOf(all, '', [emojiKey(all[2]!), 'unicode_emoji gone gone']).map(
    ({ name, emoji: list }) => [name, list.map((one) => one.name).join('')],
  )
  expect(names).toEqual([
    ['recent', 'b'],
    ['own', 'logo'],
    ['Food & Drink', 'abcde'],
    ['Flags', 'xy'],
  ])
  expect(sectionsOf(all, 'y', []).map(({ name, emoji: list }) => [name, list.length])).toEqual([['found', 1]])
  expect(sectionsOf(all, 'nothing like it', [])).toEqual([])
})

test('arrows stay in their column, from section to section', () => {
  // In rows of three: logo / a b c / d e / x y
  const sections = sectionsOf(all, '', [])
  const step = (from: number, key: Parameters<typeof stepFrom>[2]) => stepFrom(sections, from, key, 3)
  expect(step(0, 'ArrowDown')).toBe(1)
  expect(step(2, 'ArrowDown')).toBe(5)
  expect(step(3, 'ArrowDown')).toBe(5)
  expect(step(5, 'ArrowDown')).toBe(7)
  expect(step(7, 'ArrowDown')).toBe(7)
  expect(step(7, 'ArrowUp')).toBe(5)
  expect(step(0, 'ArrowUp')).toBeUndefined()
  expect(step(0, 'ArrowLeft')).toBe(0)
  expect(step(3, 'ArrowRight')).toBe(4)
  expect(step(7, 'ArrowRight')).toBe(7)
})

test('a query finds what is called that before what is only described by it', async () => {
  const table = await loadEmoji({})
  const found = (query: string) => findEmoji(table, query, 20).map(({ character }) => character)
  expect(found('rock').indexOf('🚀')).toBeLessThan(found('rock').indexOf('🎸'))
  expect(found('party')[0]).toBe('🎉')
  expect(found('Tada')[0]).toBe('🎉')
  expect(found('no such emoji')).toEqual([])
})

test('hands and single people have skin tones, which their name does not say; other things have none', async () => {
  const table = await loadEmoji({}, skinTones[2])
  const named = (name: string) => table.find((one) => one.name === name)!
  expect(named('+1')).toMatchObject({ character: '👍🏽', code: '1f44d-1f3fd', isToned: true })
  expect(named('point_up').character).toBe('☝🏽')
  expect(named('rocket').isToned).toBeUndefined()
  expect(named('couple_with_heart_woman_man').isToned).toBeUndefined()
  expect(inSkinTone(named('rocket'), '')).toBe(named('rocket'))
})
