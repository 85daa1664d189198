import { describe, expect, it } from 'vitest'
import { textOfHtml, visibleText } from './visible-text.ts'

describe('text that a reader sees', () => {
  it.each([
    ['<p>a <strong>b</strong>c</p>', '\na bc\n'],
    ['a<br>\nb', 'a\n\nb'],
    ['x &lt;y&gt; &amp;amp; &quot;z&quot; &#39;q&#x27;', 'x <y> &amp; "z" \'q\''],
    ['<a href="http://x.example/?a=1&amp;b=2">link</a>', 'link'],
    ['<img alt="hidden" src="/x.png">', '\n'],
    ['AT&T &unknown; & more', 'AT&T   & more'],
    ['', ''],
  ])('%s', (html, expected) => {
    expect(textOfHtml(html)).toBe(expected)
    const { text, pieces } = visibleText(html)
    expect(text).toBe(expected)
    expect(pieces.reduce((sum, piece) => sum + piece.length, 0)).toBe(text.length)
  })
})
