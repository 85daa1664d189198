import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tokenize } from './tokenize.ts'

const textsOf = (text: string) => tokenize(text).map((token) => token.text)

describe('tokens of a text', () => {
  it.each([
    ['Hello, World-wide web_page 3.14', ['hello', 'world', 'wide', 'web', 'page', '3', '14']],
    ['caf\u00e9 CAFE\u0301 na\u00efve', ['cafe', 'cafe', 'naive']],
    ['\u5317\u4eac\u5927', ['\u5317\u4eac', '\u4eac\u5927', '\u5927']],
    ['a\u5317b', ['a', '\u5317', 'b']],
    ['\u30ab\u3099\u30ac \uff76\uff9e', ['\u30ac\u30ac', '\u30ac', '\u30ac']],
    ['co\u00adop', ['coop']],
    ['1\ufe0f\u20e3', ['1']],
    ['\u{1f600} !?', []],
    ['\ud842\udfb7\u91ce', ['\ud842\udfb7\u91ce', '\u91ce']],
    ['\ud842 x', ['x']],
    ['x'.repeat(70), ['x'.repeat(64)]],
    ['\u0301start', ['start']],
  ])('%s', (text, expected) => {
    expect(textsOf(text)).toEqual(expected)
  })

  it('stand where they were read, one after another, and have nothing but letters and digits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        let last = 0
        for (const token of tokenize(text)) {
          expect(token.text).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
          expect(token.start).toBeGreaterThanOrEqual(0)
          expect(token.end).toBeGreaterThan(token.start)
          expect(token.end).toBeGreaterThanOrEqual(last)
          expect(token.end).toBeLessThanOrEqual(text.length)
          last = token.end
        }
      }),
    )
  })

  it('capital letters, and compositions, make no difference', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'aB\u00c4\u00e9\u00f1\u0416\u5317\uae00 -'),
      maxLength: 30,
    })
    fc.assert(
      fc.property(letters, (text) => {
        expect(textsOf(text.normalize('NFD'))).toEqual(textsOf(text))
        expect(textsOf(text.toUpperCase())).toEqual(textsOf(text))
      }),
    )
  })
})
