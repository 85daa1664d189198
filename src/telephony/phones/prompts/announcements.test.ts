import { expect, it } from 'vitest'
import { announcementNames } from '../pbx/flow/announcement-names.ts'
import { languageCodes, textOf } from './announcements.ts'

it('every language has a text for every announcement, with the same numbers in it', () => {
  for (const say of announcementNames) {
    const needsNumber = textOf('en', { say }) === undefined
    for (const language of languageCodes) {
      const name = `${language} ${say}`
      expect(textOf(language, { say }) === undefined, name).toBe(needsNumber)
      expect(textOf(language, { say, number: 1118 }), name).toMatch(/^[^{}]+$/)
    }
  }
})

it('numbers, dates and times are as people of the language write them', () => {
  const say = { date: 'received_on', time: 'received_at', number: 'queue_position' } as const
  expect(textOf('en', { say: say.date, number: 1102 })).toBe('Received on November 2')
  expect(textOf('de', { say: say.date, number: 1102 })).toBe('Empfangen am 2. November')
  expect(textOf('ru', { say: say.date, number: 229 })).toBe('Получено 29 февраля')
  expect(textOf('en', { say: say.time, number: 1405 })).toBe('at 2:05 PM')
  expect(textOf('pl', { say: say.time, number: 5 })).toBe('o godzinie 0:05')
  expect(textOf('fr', { say: say.number, number: 99 })).toContain(' 99 ')
  expect(textOf('tlh', { say: say.number, number: 1 })).toBeUndefined()
})
