import { expect, test } from 'vitest'
import { renderShortText } from './render-short-text.ts'

test('is Markdown, without colours in code', () => {
  expect(renderShortText('**a** @**King Hamlet**')).toBe(
    '<p><strong>a</strong> @<strong>King Hamlet</strong></p>',
  )
  expect(renderShortText('```py\nprint(1)\n```')).toBe(
    '<div class="codehilite" data-code-language="Python"><pre><span></span><code>print(1)\n</code></pre></div>',
  )
})
