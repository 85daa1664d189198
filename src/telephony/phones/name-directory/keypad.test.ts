import { expect, it } from 'vitest'
import { dialName } from './keypad.ts'

it.each([
  ['Lovelace', '56835223'],
  ['Müller-Weiß', '68553793477'],
  ["O'Brien", '627436'],
  ['Ørsted', '677833'],
  ['Żółć', '9652'],
  ['Анна', '2552'],
  ['Фёдор', '73356'],
  ['4711', ''],
  ['', ''],
])('%s is dialled as %s', (name, digits) => expect(dialName(name)).toBe(digits))
