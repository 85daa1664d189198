import { expect, test } from 'vitest'
import { exampleContext } from '../../../test/harness/example-markdown-context.ts'
import { findTopicLinks } from './render-topic-links.ts'

test('links of linkifiers come before those written out', () => {
  expect(findTopicLinks('https://x.org/a, #12 and AB-3 (http://y.org/b)', exampleContext.linkifiers)).toEqual(
    [
      'https://tracker.example.org/12',
      'https://jira.example.org/browse/AB-3',
      'https://x.org/a',
      'http://y.org/b',
    ],
  )
})

test('a topic without links has none', () => {
  expect(findTopicLinks('evil plans javascript:alert(1)', exampleContext.linkifiers)).toEqual([])
})
