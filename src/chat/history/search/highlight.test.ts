import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exampleContext } from '../../../../test/harness/example-markdown-context.ts'
import { renderMarkdown } from '../../markdown/render-markdown.ts'
import { readSearch } from '../../messages/search-index/search-term.ts'
import { textOfHtml } from '../../messages/search-index/visible-text.ts'
import { highlightHtml, highlightText } from './highlight.ts'

const html = (content: string, query: string) => highlightHtml(content, readSearch(query))
const plain = (text: string) => text.replaceAll('<span class="highlight">', '[').replaceAll('</span>', ']')

describe('highlights', () => {
  it.each([
    ['<p>one two</p>', 'two', '<p>one [two]</p>'],
    ['<p>one two</p>', 'tw', '<p>one [two]</p>'],
    ['<p>one two three</p>', '"one two"', '<p>[one two] three</p>'],
    ['<p>one two three</p>', 'one two', '<p>[one] [two] three</p>'],
    ['<p><em>o</em>ne</p>', 'one', '<p><em>[o]</em>[ne]</p>'],
    ['<p>one</p>\n<p>two</p>', '"one two"', '<p>[one]</p>\n<p>[two]</p>'],
    ['<a href="/one">one</a>', 'one', '<a href="/one">[one]</a>'],
    ['<p>a&lt;b &amp;lt;</p>', 'a<b lt', '<p>[a&lt;b] &amp;[lt];</p>'],
    ['<p>\u5317\u4eac\u5927\u5b66</p>', '\u4eac\u5927', '<p>\u5317[\u4eac\u5927]\u5b66</p>'],
    ['<p>\u5317\u4eac\u5927\u5b66</p>', '\u5317\u4eac \u4eac\u5927', '<p>[\u5317\u4eac\u5927]\u5b66</p>'],
    ['<p>\u5317\u4eac</p>', '\u4eac', '<p>\u5317[\u4eac]</p>'],
    ['<p>none</p>', 'other', '<p>none</p>'],
  ])('%s for %s', (content, query, expected) => {
    expect(plain(html(content, query))).toBe(expected)
  })

  it('of a topic are escaped', () => {
    const marked = highlightText('<b> & one', readSearch('b one'))
    expect(plain(marked)).toBe('&lt;[b]&gt; &amp; [one]')
  })

  it('change nothing but to add marks, whatever is written and searched for', () => {
    const pieces = fc.constantFrom(
      ...[
        'one',
        'two',
        '**',
        '*',
        '`',
        '[',
        '](http://one.example)',
        '\n',
        '> ',
        '<b>',
        '&',
        '&amp;',
        ' ',
        '\u5317',
      ],
      ...['\u4eac', ':smile:', '"', '- ', '```\n', '| one | two |\n', '\u{1f600}', 'caf\u00e9', '$$x$$'],
    )
    const texts = fc.array(pieces, { maxLength: 25 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(texts, texts, (content, query) => {
        const { html: rendered } = renderMarkdown(content, exampleContext)
        const marked = html(rendered, query)
        expect(textOfHtml(marked)).toBe(textOfHtml(rendered))
        // Each mark is opened and closed within one piece of text.
        const bare = marked.replace(/<span class="highlight">([^<]+)<\/span>/g, '$1')
        expect(bare).toBe(rendered)
      }),
      { numRuns: 300 },
    )
  })
})
