import { describe, expect, it } from 'vitest'
import { hasTerms, messageWords } from './message-words.ts'
import { readSearch } from './search-term.ts'

const needles = (query: string) => readSearch(query).map((term) => term.needle)

describe('terms of a search', () => {
  it.each([
    ['Partial words', [' partial', ' words']],
    ['"whole words" x', [' whole words ', ' x ']],
    ['foo-bar', [' foo bar']],
    ['"unfinished', [' unfinished']],
    ['same same "same"', [' same', ' same ']],
    ['\u5317', [' \u5317']],
    ['\u5317\u4eac', [' \u5317\u4eac ']],
    ['\u5317\u4eac\u5927', [' \u5317\u4eac \u4eac\u5927 ']],
    ['a1\u5317', [' a1 \u5317']],
    ['\u5317a1', [' \u5317 a1']],
    ['?! "..." \u{1f600}', []],
  ])('%s', (query, expected) => {
    expect(needles(query)).toEqual(expected)
  })
})

describe('words of a message', () => {
  it('have topic and content, with something between that no phrase crosses', () => {
    const words = messageWords('The Topic', '<p>some <b>te</b>xt</p><p>more</p>')
    expect(words).toBe(' the topic = some text more ')
    expect(hasTerms(words, readSearch('topic "some text"'))).toBe(true)
    expect(hasTerms(words, readSearch('"topic some"'))).toBe(false)
  })

  it('without a topic or content', () => {
    expect(messageWords('', '<p></p>')).toBe(' = ')
  })
})
