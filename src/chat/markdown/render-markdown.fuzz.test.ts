import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5'
import { describe, expect, test } from 'vitest'
import { exampleContext } from '../../../test/harness/example-markdown-context.ts'
import { htmlDiff } from './html-diff.ts'
import { emptyContext } from './markdown-context.ts'
import { referredTo } from './render-in-time.ts'
import { renderFully, renderMarkdown } from './render-markdown.ts'

const marks = [
  ...[
    '**',
    '*',
    '_',
    '~~',
    '`',
    '```',
    '\n',
    '\n\n',
    '> ',
    '- ',
    '1. ',
    '7) ',
    '# ',
    '---\n',
    '|',
    '|-|-|\n',
    '    ',
  ],
  ...[
    '[',
    ']',
    '(',
    ')',
    '](',
    '![',
    '<',
    '>',
    '&',
    '"',
    "'",
    '\\',
    '$$',
    ':',
    '@',
    '#',
    '\t',
    ' ',
    'a',
    'word ',
  ],
  ...[
    '```quote\n',
    '```spoiler x\n',
    '~~~math\n',
    '```js\n',
    '```html\n',
    '@**King Hamlet**',
    '@_**all**',
    '@*devs*',
  ],
  ...[
    '#**general>a"b**',
    '#**general**',
    ':smile:',
    ':party_parrot:',
    ':bad:',
    '😄',
    '🇩🇪',
    '#123',
    'AB-1',
    'evil',
  ],
  ...['<time:2026-01-02T03:04:05Z>', '<time:"onload=x>', '|a|b|\n|:-|-:|\n|1|2|\n'],
]
const hostile = [
  ...[
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:x">',
    '</p></div>',
    '<!--',
  ],
  ...[
    'javascript:alert(1)',
    'JaVaScript:x',
    'data:text/html;base64,x',
    'vbscript:x',
    '&#106;avascript:x',
    '//x.org',
  ],
  ...[
    'http://x.org/"onclick="x',
    'https://x.org/<b>',
    'http://[::1]/',
    'mailto:a@b.org',
    'www.x.com',
    'x.com/ü',
    'tel:1',
  ],
  ...[
    '" style="x',
    "' onmouseover='x",
    '&lt;b&gt;',
    '&quot;',
    '&#0;',
    '\u0000',
    '\u202e',
    'http://x.org/%ZZ\u0001',
  ],
]
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...marks) },
  { weight: 3, arbitrary: fc.constantFrom(...hostile) },
  { weight: 1, arbitrary: fc.constantFrom(...hostile).map((url) => `[x](${url})`) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
)
const message = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''))

describe('any input', () => {
  test('renders to safe and balanced markup', () => {
    fc.assert(
      fc.property(message, (content) => assertSafeHtml(renderMarkdown(content, exampleContext).html)),
      { numRuns: 4000 },
    )
  })

  test('needs no more of its context than it refers to', () => {
    fc.assert(
      fc.property(message, (content) => {
        const known = structuredClone(referredTo(content, exampleContext))
        expect(renderMarkdown(content, known)).toEqual(renderMarkdown(content, exampleContext))
      }),
      { numRuns: 1000 },
    )
  })

  test('compares to safe markup', () => {
    fc.assert(
      fc.property(message, message, (before, after) => {
        const old = renderMarkdown(before, exampleContext).html
        assertSafeHtml(htmlDiff(old, renderMarkdown(after, exampleContext).html))
      }),
      { numRuns: 1000 },
    )
  })

  test('takes the short cut only where it makes no difference', () => {
    const plain = fc.array(
      fc.oneof(
        fc.constantFrom(...' .:,;!?\'"()-/', 'a', 'Z', '0', 'é', 'ж', '水', 'com', 'www', 'http', '. ', ' '),
        fc.constantFrom('*', '**', ' **', '** ', '**a', 'b**', ' **strong** ', '**a, b**', '\n', '\r\n'),
      ),
      { maxLength: 12 },
    )
    const text = fc.oneof(
      plain.map((parts) => parts.join('')),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    )
    fc.assert(
      fc.property(text, (content) => {
        expect(renderMarkdown(content, emptyContext)).toEqual(renderFully(content, emptyContext))
      }),
      { numRuns: 5000 },
    )
  })
})

/** Throws unless the markup is balanced and holds nothing but the elements and attributes of the renderer. */
function assertSafeHtml(html: string): void {
  const fragment = parseFragment(html)
  assertNodes(fragment.childNodes)
  const again = serialize(fragment)
  if (normalize(again) !== normalize(html)) throw new Error(`not balanced: ${html}\n became: ${again}`)
}

const attributes: Record<string, readonly string[]> = {
  a: ['class', 'data-stream-id', 'href', 'title'],
  div: ['class', 'data-code-language', 'aria-hidden'],
  img: ['alt', 'class', 'src', 'title'],
  ol: ['start'],
  pre: ['class'],
  span: ['aria-label', 'class', 'data-user-group-id', 'data-user-id', 'role', 'title'],
  td: ['align'],
  th: ['align'],
  time: ['datetime'],
}
const plainElements = new Set(
  'p br strong em del code ul ol li blockquote h1 h2 h3 h4 h5 h6 hr table thead tbody tr'.split(' '),
)
const safeAddress = /^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/

function assertNodes(nodes: readonly DefaultTreeAdapterTypes.ChildNode[]): void {
  for (const node of nodes) {
    if (node.nodeName === '#text') continue
    if (!('tagName' in node)) throw new Error(`unexpected ${node.nodeName}`)
    const allowed = attributes[node.tagName]
    if (!allowed && !plainElements.has(node.tagName)) throw new Error(`unexpected <${node.tagName}>`)
    for (const { name, value } of node.attrs) {
      if (!allowed?.includes(name)) throw new Error(`unexpected ${name} of <${node.tagName}>`)
      if ((name === 'href' || name === 'src') && !safeAddress.test(value.toLowerCase())) {
        throw new Error(`unsafe address ${JSON.stringify(value)}`)
      }
    }
    assertNodes(node.childNodes)
  }
}

// What the serializer spells differently although it means the same.
function normalize(html: string): string {
  return html
    .replace(/&quot;|"/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&gt;|>/g, '>')
    .replace(/&lt;|</g, '<')
    .replace(/&nbsp;/g, '\u00a0')
    .replace(/(<pre[^>]*>)\n/g, '$1')
}
