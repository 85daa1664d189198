import { describe, expect, it, test } from 'vitest'
import { exampleContext } from '../../../../../test/harness/example-markdown-context.ts'
import { renderFully } from '../../../markdown/render-markdown.ts'
import { bullets, code, codeBlock, link, quote, quotePlain, time } from './markdown-parts.ts'
import { matchesWildcard } from './match-wildcard.ts'
import { plain } from './plain-text.ts'

const context = { ...exampleContext, linkifiers: [] }
const show = (markdown: string) => renderFully(markdown, context)
const asHtml = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

describe('plain', () => {
  const hostile = [
    '@**all** @**King Hamlet** @*devs* @_**King Hamlet**',
    '#**general** *i* **b** _u_ __init__ ~~s~~ ~~~',
    '[x](/evil) ![x](/a.png) [a][b]',
    '`code` ``more`` ```fence',
    '\\*already\\* C:\\path\\_x a\\',
    '$$x_1$$ $$$ <time:2026-01-02T03:04:05Z> <b>',
    '&copy; &#106; AT&T',
    '# heading',
    '> quote',
    '- item',
    '+ item',
    '1. item',
    '12) item',
    '---',
    'snake_case_name stays',
  ]
  test.each(hostile)('shows %j as it is', (text) => {
    for (const [before, after] of [
      ['', ''],
      ['Ada wrote ', ' today'],
      ['* ', ''],
    ]) {
      const { html, ...facts } = show(`${before}${plain(text)}${after}`)
      const inner = html.replace(/^<(?:p|ul)>\n?(?:<li>)?|(?:<\/li>\n?)?<\/(?:p|ul)>$/g, '')
      const words = before === '* ' ? '' : before
      expect(inner).toBe(asHtml(`${words}${text}${after}`))
      expect(facts).toMatchObject({ mentionedUserIds: [], mentionedGroupIds: [], mentionsEveryone: false })
    }
  })

  it('leaves ordinary words alone', () => {
    const text = "Fix gear_wheel: don't count 3 * 4 (see #7), 100 % & more!"
    expect(plain(text)).toBe(text.replace('*', '\\*'))
  })

  it('is one line, and not endless', () => {
    expect(plain('a\n\n  b\tc')).toBe('a b c')
    expect(plain('x'.repeat(1000))).toBe(`${'x'.repeat(300)}…`)
    expect(plain('😀'.repeat(1000), 10)).toBe(`${'😀'.repeat(10)}…`)
  })
})

describe('link', () => {
  it('links what can be linked', () => {
    expect(link('a [b]', 'https://x.org/(a) b')).toBe('[a \\[b\\]](https://x.org/%28a%29%20b)')
  })

  it.each([
    undefined,
    '',
    'javascript:alert(1)',
    'ftp://x.org',
    '//x.org',
    `https://x.org/${'a'.repeat(3000)}`,
  ])('shows only the text for %j', (url) => expect(link('text', url)).toBe('text'))

  it('does not let an address out', () => {
    const { html, mentionsEveryone } = show(link('x', 'https://x.org/) @**all** [y](https://evil.example'))
    expect(mentionsEveryone).toBe(false)
    expect(html.match(/<a /g)).toHaveLength(1)
  })
})

describe('code', () => {
  it.each(['a', '`', '``', 'a`b', '`a', 'x ``` y', '@**all**'])('shows %j', (text) => {
    expect(show(code(text)).html).toBe(`<p><code>${asHtml(text)}</code></p>`)
  })

  it('in blocks cannot be left', () => {
    const { html, mentionsEveryone } = show(codeBlock('a\n```\n@**all**\n````\nb'))
    expect(html.match(/<code>/g)).toHaveLength(1)
    expect(mentionsEveryone).toBe(false)
  })
})

describe('quote', () => {
  it('keeps Markdown, and mentions nobody', () => {
    const { html, ...facts } = show(quote('**bold** @**King Hamlet** @**all**\n\n- a\n- b'))
    expect(html).toContain('<strong>bold</strong>')
    expect(html).toContain('<li>a</li>')
    expect(facts).toMatchObject({ mentionedUserIds: [], mentionedGroupIds: [], mentionsEveryone: false })
  })

  it('ends where it ends, whatever is left open in it', () => {
    for (const open of ['```', '~~~~ quote', '```spoiler x', '> deeper', '<!--', '**']) {
      const { html } = show(`${quote(`words\n${open}\nmore`)}\n\nafter`)
      expect(html.endsWith('</blockquote>\n<p>after</p>'), open).toBe(true)
    }
  })

  it('is empty if there is nothing to quote', () => {
    expect([quote(undefined), quote(' \n '), quotePlain('')]).toEqual(['', '', ''])
  })

  it('of plain words has no marks', () => {
    expect(quotePlain('a *b*\r\n# c\n\n\n\nd')).toBe('> a \\*b\\*\n> \\# c\n>\n> d')
  })
})

test('a time becomes one that each reader sees in their zone, and nonsense stays text', () => {
  expect(time('2026-03-01T10:00:00.512+01:00')).toBe('<time:2026-03-01T09:00:00Z>')
  expect(time(1767225600)).toBe('<time:2026-01-01T00:00:00Z>')
  for (const odd of ['soon', '0001-01-01T00:00:00Z', 1e300, -1, Number.NaN]) {
    expect(time(odd)).toBe(plain(String(odd)))
  }
})

test('a long list shows its beginning and counts the rest', () => {
  expect(bullets([1, 2, 3], String, { limit: 2 })).toBe('* 1\n* 2\n* …and 1 more')
  expect(bullets([1], String, { size: 9 })).toBe('* 1\n* …and 8 more')
})

test.each([
  ['main', 'main', true],
  ['main', 'mai', false],
  ['release/1.8', 'release/*', true],
  ['release', 'release/*', false],
  ['a.b.c', '*.b.*', true],
  ['aba', 'ab*ba', false],
  ['anything', '*', true],
  ['customer.subscription.created', 'customer.*.created', true],
  ['a+b', 'a.b', false],
])('%s fits %s: %s', (text, pattern, fits) => expect(matchesWildcard(text, pattern)).toBe(fits))

test('odd patterns take no longer', () => {
  expect(matchesWildcard('a'.repeat(10_000), `${'*a'.repeat(2000)}b`)).toBe(false)
})
