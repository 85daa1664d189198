import { expect, test } from 'vitest'
import { pluralOf } from '../../web/src/texts/plural-of.ts'

test('the form of a text follows the plural rules of its language', () => {
  const [english, polish] = [pluralOf('en'), pluralOf('pl')]
  const files = { one: 'file', other: 'files' }
  expect([0, 1, 2, 21].map((count) => english(count, files))).toEqual(['files', 'file', 'files', 'files'])
  const pliki = { one: 'plik', few: 'pliki', other: 'plików' }
  expect([1, 3, 5, 22].map((count) => polish(count, pliki))).toEqual(['plik', 'pliki', 'plików', 'pliki'])
})
