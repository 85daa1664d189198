import { describe, expect, it } from 'vitest'
import { decodeText } from './read-delivery.ts'
import { splitText } from './split-text.ts'

const FAMILY = '👨‍👩‍👧‍👦'
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'

describe('the parts of a text', () => {
  // Sizes are in septets for GSM-7 and in 16-bit units for UCS-2, as phones count them.
  it.each([
    ['nothing', '', 'GSM-7', [0]],
    ['what fits into one', 'a'.repeat(160), 'GSM-7', [160]],
    ['one character more', 'a'.repeat(161), 'GSM-7', [153, 8]],
    ['two full ones', 'a'.repeat(306), 'GSM-7', [153, 153]],
    ['one character more than two', 'a'.repeat(307), 'GSM-7', [153, 153, 1]],
    ['line breaks of Windows', '\r\n'.repeat(80), 'GSM-7', [160]],
    ['the whole alphabet', basic, 'GSM-7', [127]],
    ['characters of the extension, which take two', '€'.repeat(80), 'GSM-7', [160]],
    ['the whole extension', '\f^{}\\[~]|€', 'GSM-7', [20]],
    ['one of them more', '€'.repeat(81), 'GSM-7', [152, 10]],
    ['one of them at the border', `${'a'.repeat(152)}€${'b'.repeat(20)}`, 'GSM-7', [152, 22]],
    ['a character that is not in the alphabet', `${'a'.repeat(69)}ç`, 'UCS-2', [70]],
    ['one unit more', `${'a'.repeat(70)}ç`, 'UCS-2', [67, 4]],
    ['backquotes, which phones cannot show', '`', 'UCS-2', [1]],
    ['the escape itself', '\x1b', 'UCS-2', [1]],
    ['emoji of two units', '😀'.repeat(35), 'UCS-2', [70]],
    ['one of them more', '😀'.repeat(36), 'UCS-2', [66, 6]],
    ['a family of eleven units', FAMILY, 'UCS-2', [11]],
    ['seven families', FAMILY.repeat(7), 'UCS-2', [66, 11]],
    ['flags, of four units', '🇨🇭'.repeat(18), 'UCS-2', [64, 8]],
    ['skin tones, of four units', '👍🏽'.repeat(18), 'UCS-2', [64, 8]],
    ['a letter with an accent of its own', `${'x'.repeat(66)}e\u0301${'x'.repeat(10)}`, 'UCS-2', [66, 12]],
    ['a letter with more accents than a part has room for', `e${'\u0301'.repeat(139)}`, 'UCS-2', [67, 67, 6]],
    ['half of a pair', '\ud83d', 'UCS-2', [1]],
  ])('%s', (_what, text, encoding, sizes) => {
    const split = splitText(text)
    const perUnit = split.encoding === 'UCS-2' ? 2 : 1
    expect(split.encoding).toBe(encoding)
    expect(split.parts.map(({ length }) => length / perUnit)).toEqual(sizes)
    const read = split.parts.map((part) => decodeText(split.encoding === 'UCS-2' ? 8 : 0, part))
    expect(read.join('')).toBe(text)
  })
})
