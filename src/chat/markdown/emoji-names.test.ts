import { expect, test } from 'vitest'
import { emojiByName, emojiCodeOf, emojiNameByCode } from './emoji-names.ts'

test('names lead to codes and back', () => {
  expect(emojiByName.get('smile')).toEqual({ code: '1f604', character: '😄' })
  expect(emojiNameByCode.get('1f604')).toBe('smile')
  expect(emojiByName.get('thumbs_up')?.code).toBe('1f44d')
})

test('the presentation selector is no part of a code', () => {
  expect(emojiCodeOf('❤️')).toBe('2764')
  expect(emojiCodeOf('1️⃣')).toBe('0031-20e3')
})
