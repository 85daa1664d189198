import { describe, expect, test } from 'vitest'
import { exampleContext } from '../../../test/harness/example-markdown-context.ts'
import { renderMarkdown } from './render-markdown.ts'

const pieces = [
  ...'[]>*`_~(<&!@#$:|-\\"\n\t',
  ...[
    '![',
    '[](',
    '[a](',
    '**a ',
    '*a **b ',
    '~~a ',
    '`a ``b ',
    '> ',
    '- ',
    '1. ',
    '> a\n',
    '- a\n',
    '@**',
    '#**a>',
  ],
  ...[
    '```quote\n',
    '```\n',
    '~~~spoiler x\n',
    '```spoiler\n~~~quote\n',
    ':a',
    '$$a',
    '<time:',
    'http://',
    'a@a.',
  ],
  ...['👨\u200d', ':smile:', '😄', '&amp;', '[a](<b', '[a](b "c', 'a.com/(', 'https://a.com/?', '#1 ', 'x'],
]

describe('input made to be slow terminates', () => {
  for (const piece of pieces) {
    test(JSON.stringify(piece), () => {
      const content = piece.repeat(10_000 / piece.length)
      expect(renderMarkdown(content, exampleContext).html.length).toBeLessThan(1_000_000)
    })
  }

  test('emphasis is nested to a limited depth', () => {
    const { html } = renderMarkdown(`${'*a '.repeat(1500)}${'b* '.repeat(1500)}`, exampleContext)
    expect(html.split('<em>').length).toBeLessThan(30)
  })

  test('a wide table with short rows gets no empty cells', () => {
    const { html } = renderMarkdown(
      `|${'a|'.repeat(400)}\n|${'-|'.repeat(400)}\n${'|\n'.repeat(3000)}`,
      exampleContext,
    )
    expect(html).not.toContain('<td>')
  })

  test('text below many quotations is kept', () => {
    expect(renderMarkdown(`${'> '.repeat(200)}deep`, exampleContext).html).toContain('deep')
  })

  test('code in every language is highlighted', () => {
    for (const language of ['js', 'html', 'md', 'php', 'perl', 'cpp', 'yaml', 'swift']) {
      for (const piece of ['(', '<', '"', '/', 'a ', '$', '`']) {
        const code = piece.repeat(8000 / piece.length)
        expect(renderMarkdown(`\`\`\`${language}\n${code}\n\`\`\``, exampleContext).html).toContain(
          'codehilite',
        )
      }
    }
  })
})
