import { expect, test } from 'vitest'
import { findReferences } from './find-references.ts'

test('finds the names to look up once each, in lower case', () => {
  const content =
    '@**King Hamlet** @_**King Hamlet|12** @**King Hamlet** @*Devs* #**General** #**Other>topic** @**all**'
  expect(findReferences(content)).toEqual({
    userNames: ['king hamlet', 'king hamlet|12'],
    groupNames: ['devs'],
    streamNames: ['general', 'other'],
    emojiNames: [],
  })
})

test('finds nothing in ordinary text', () => {
  expect(findReferences('me@example.com **bold** # heading')).toEqual({
    userNames: [],
    groupNames: [],
    streamNames: [],
    emojiNames: [],
  })
})

test('finds whatever may be an emoji', () => {
  expect(findReferences('a :smile:tada: 12:30').emojiNames).toEqual(['smile', 'tada', ' 12'])
})
