import { parseFragment, serialize } from 'parse5'
import { describe, expect, test } from 'vitest'
import { htmlDiff } from './html-diff.ts'

const inserted = (text: string) => `<span class="highlight_text_inserted">${text}</span>`
const deleted = (text: string) => `<span class="highlight_text_deleted">${text}</span>`

const cases: Record<string, [before: string, after: string, diff: string]> = {
  same: ['<p>a &amp; b</p>', '<p>a &amp; b</p>', '<p>a &amp; b</p>'],
  'word added': ['<p>a</p>', '<p>a b</p>', `<p>a${inserted(' b')}</p>`],
  'word removed': ['<p>a b</p>', '<p>a</p>', `<p>a${deleted(' b')}</p>`],
  'word replaced': ['<p>a b c</p>', '<p>a x c</p>', `<p>a ${deleted('b')}${inserted('x')} c</p>`],
  'text stays escaped': ['<p>a</p>', '<p>&lt;b&gt;</p>', `<p>${deleted('a')}${inserted('&lt;b&gt;')}</p>`],
  'element added': ['<p>a b</p>', '<p>a <em>b</em></p>', '<p>a <em>b</em></p>'],
  'item removed': [
    '<ul>\n<li>a</li>\n<li>b</li>\n</ul>',
    '<ul>\n<li>a</li>\n</ul>',
    `<ul>\n<li>a</li>\n</ul>${deleted('b\n')}`,
  ],
}

describe('htmlDiff', () => {
  for (const [name, [before, after, expected]] of Object.entries(cases)) {
    test(name, () => {
      const diff = htmlDiff(before, after)
      expect(diff).toBe(expected)
      expect(serialize(parseFragment(diff))).toBe(expected)
    })
  }

  test('the text of both versions can be read from it', () => {
    const diff = htmlDiff('<p>one two three</p>', '<p>two <del>3</del> four</p>')
    const withoutDeleted = diff.replace(/<span class="highlight_text_deleted">.*?<\/span>/g, '')
    expect(withoutDeleted.replace(/<[^>]*>/g, '')).toBe('two 3 four')
    expect(diff).toContain(deleted('one '))
  })

  test('big differences are shown as a whole', () => {
    const words = (prefix: string) =>
      `<p>${Array.from({ length: 3000 }, (_, i) => `${prefix}${i}`).join(' ')}</p>`
    const diff = htmlDiff(words('a'), words('b'))
    expect(diff.split('highlight_text').length).toBe(3)
  })
})
