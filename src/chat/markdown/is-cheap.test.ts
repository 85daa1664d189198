import { expect, test } from 'vitest'
import { exampleContext } from '../../../test/harness/example-markdown-context.ts'
import { CHEAP_LENGTH, isCheap } from './is-cheap.ts'
import { emptyContext } from './markdown-context.ts'
import { renderFully, renderPlainly } from './render-markdown.ts'

test('short texts without code are cheap, unless the organization has patterns of its own', () => {
  expect(isCheap('**hi** `x`', emptyContext)).toBe(true)
  expect(isCheap('x'.repeat(CHEAP_LENGTH), emptyContext)).toBe(true)
  expect(isCheap('x'.repeat(CHEAP_LENGTH + 1), emptyContext)).toBe(false)
  expect(isCheap('hi', exampleContext)).toBe(false)
  for (const fence of ['```', '~~~']) {
    for (const content of [`${fence}js\n1\n${fence}`, `> - ${fence}\n1`, `${fence}quote\n${fence}js\n1`]) {
      expect(isCheap(content, emptyContext), content).toBe(false)
    }
  }
})

const pieces = [
  ...'[]>*`_~(<&!@#$:|-\\"\n\t .1x',
  ...[
    '![',
    '[](',
    '[a](',
    '[a](<b',
    '[a](b "c',
    '](',
    '[*',
    '*[',
    '[`',
    '`[',
    '**a ',
    '*a **b ',
    '*a_',
    '~~a ',
    '`a ``b ',
  ],
  ...[
    '> ',
    '- ',
    '1. ',
    '> a\n',
    '- a\n',
    '\n- ',
    '\n  - ',
    '    a\n',
    '# a\n',
    '|a',
    '|-',
    '|\n',
    'a|\n-|\n',
  ],
  ...[
    '@**',
    '@_**a',
    '@*',
    '#**a>',
    ':a',
    ':smile:',
    '$$a',
    '<time:',
    '&amp;',
    '&#',
    '\\\n',
    '😄',
    '👨\u200d',
    '1\u20e3',
  ],
  ...[
    'http://',
    'http://a.com/[',
    'http://a.com ',
    '<http://a>',
    'a.com/(',
    'www.a',
    'a@a.',
    'a@b.com ',
    'mailto:',
    '//',
  ],
]

/** Rendering this takes as long as a text of its length should. */
const ordinary = 'Some *words* with `code`, [a link](https://example.com) and @**somebody** in a line.\n'

test('no cheap text takes much longer than an ordinary one of its length', () => {
  const fill = (piece: string) => piece.repeat(Math.floor(CHEAP_LENGTH / piece.length))
  const cost = (content: string) => processorTime(() => renderFully(content, emptyContext))
  for (let run = 0; run < 20; run += 1) renderFully(fill(ordinary), emptyContext)
  const baseline = cost(fill(ordinary))
  const slow = pieces
    .map((piece) => ({ piece, ratio: cost(fill(piece)) / baseline }))
    .filter(({ ratio }) => ratio > 50)
  expect(slow).toEqual([])
})

test('whether a text is plain is found out in one pass, however long it is', () => {
  const cost = (length: number, piece: string) => {
    const content = piece.repeat(Math.floor(length / piece.length))
    return processorTime(() => renderPlainly(content, emptyContext))
  }
  for (const piece of ['a', 'a ', 'a **a', '**a', ' **a** ', 'a. ', 'a: ', 'a\n', 'a **a b', 'a **a** **']) {
    // Four times the text; with the square of its length it would be sixteen times.
    const [short, long] = [cost(10_000, piece), cost(40_000, piece)]
    expect(long / Math.max(short, 50), piece).toBeLessThan(12)
  }
})

/** In microseconds, the least of a few runs: collecting garbage only adds to it, and other programs do not count. */
function processorTime(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 5; run += 1) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, user + system)
  }
  return least
}
