import { describe, expect, test } from 'vitest'
import { buildAlertMatcher } from './match-alert-words.ts'

const match = buildAlertMatcher([
  { user_id: 1, word: 'Deploy' },
  { user_id: 2, word: 'big  deploy' },
  { user_id: 3, word: 'c++' },
  { user_id: 4, word: 'über' },
  { user_id: 5, word: '.*' },
  { user_id: 6, word: ' ' },
  { user_id: 7, word: 'deploy' },
])

const cases: Record<string, [content: string, userIds: number[]]> = {
  'any case': ['we DEPLOY!', [1, 7]],
  'only whole words': ['redeploy deployed deploy_x', []],
  phrases: ['a big\ndeploy, soon', [1, 2, 7]],
  'signs at the end': ['I like C++.', [3]],
  'signs are bounded as well': ['c++11', []],
  'other scripts': ['ÜBER alles', [4]],
  'a letter with a mark is a letter': ['übe\u0301r, übers', []],
  'expressions are taken literally': ['anything', []],
  'expression written out': ['a .* b', [5]],
  nothing: ['', []],
}

describe('buildAlertMatcher', () => {
  for (const [name, [content, userIds]] of Object.entries(cases)) {
    test(name, () => expect(match(content)).toEqual(userIds))
  }

  test('thousands of words with the same beginning', () => {
    const words = Array.from({ length: 5000 }, (_, index) => ({ user_id: index, word: `a b${index}` }))
    expect(buildAlertMatcher(words)(`${'a '.repeat(5000)} b77`)).toEqual([77])
  })
})
