import { describe, expect, test } from 'vitest'
import { emptyContext } from './markdown-context.ts'
import { renderMarkdown } from './render-markdown.ts'

const context = { ...emptyContext, ownFiles: { realmId: 3, url: 'https://chat.example.com' } }
const token = '0123456789abcdef'.repeat(2)
const path = `3/${token}/cat.png`
const url = `/user_uploads/${path}`
const html = (content: string) => renderMarkdown(content, context).html
const preview = (title: string, href = url, name = 'cat.png') =>
  `<div class="message_inline_image"><a href="${href}" title="${title}">` +
  `<img src="/user_uploads/thumbnail/3/${token}/${name}/840x560.webp"></a></div>`

describe('pictures of the organization below the paragraph that links them', () => {
  const cases: Record<string, [content: string, html: string]> = {
    'a link': [`[my cat](${url})`, `<p><a href="${url}">my cat</a></p>\n${preview('my cat')}`],
    'with words around': [
      `look [a](${url}) there\n\nnext`,
      `<p>look <a href="${url}">a</a> there</p>\n${preview('a')}\n<p>next</p>`,
    ],
    'the full address, alone': [
      `https://chat.example.com${url}`,
      `<p><a href="https://chat.example.com${url}">https://chat.example.com${url}</a></p>\n` +
        preview('cat.png', `https://chat.example.com${url}`),
    ],
    'as a picture': [`![my cat](${url})`, `<p><a href="${url}">my cat</a></p>\n${preview('my cat')}`],
    'twice the same': [
      `[a](${url}) [b](${url})`,
      `<p><a href="${url}">a</a> <a href="${url}">b</a></p>\n${preview('a')}`,
    ],
    'in a list: below it': [
      `* [a](${url})\n* b`,
      `<ul>\n<li><a href="${url}">a</a></li>\n<li>b</li>\n</ul>\n${preview('a')}`,
    ],
    'a title that tries to break out': [
      `["><script>](${url})`,
      `<p><a href="${url}">&quot;&gt;&lt;script&gt;</a></p>\n${preview('&quot;&gt;&lt;script&gt;')}`,
    ],
    'a name that tries to break out': [
      `[x](/user_uploads/3/${token}/a&quot;&gt;<b>.png)`,
      `<p><a href="/user_uploads/3/${token}/a%22%3E%3Cb%3E.png">x</a></p>\n` +
        preview('x', `/user_uploads/3/${token}/a%22%3E%3Cb%3E.png`, 'a%22%3E%3Cb%3E.png'),
    ],
  }
  for (const [name, [content, expected]] of Object.entries(cases)) {
    test(name, () => expect(html(content)).toBe(expected))
  }

  for (const [name, content] of Object.entries({
    'a file of another kind': `[x](/user_uploads/3/${token}/a.txt)`,
    'another organization': `[x](/user_uploads/4/${token}/cat.png)`,
    'another site': `[x](https://other.example.com${url})`,
    'a site whose name only begins like ours': `[x](https://chat.example.com.evil.example${url})`,
    'a quotation': `> [x](${url})`,
    'a fenced quotation': `\`\`\`quote\n[x](${url})\n\`\`\``,
    'a spoiler': `\`\`\`spoiler Header\n[x](${url})\n\`\`\``,
    code: `\`[x](${url})\``,
    'no token': '[x](/user_uploads/3/abc/cat.png)',
    'a query that says otherwise': `[x](${url}?x=.png)`,
  })) {
    test(`there is no picture for ${name}`, () => expect(html(content)).not.toContain('message_inline_image'))
  }

  test('a message shows at most 24 pictures', () => {
    const links = Array.from({ length: 40 }, (_, index) => `[x](/user_uploads/3/${token}/${index}.png)`)
    expect(html(links.join(' ')).match(/message_inline_image/g)).toHaveLength(24)
  })

  test('files are told by their path and by the full address, and only those', () => {
    const facts = (content: string) => {
      const { hasLink, hasImage, hasAttachment } = renderMarkdown(content, context)
      return { hasLink, hasImage, hasAttachment }
    }
    const yes = { hasLink: true, hasImage: true, hasAttachment: true }
    expect(facts(`[x](${url})`)).toEqual(yes)
    expect(facts(`https://chat.example.com${url}`)).toEqual(yes)
    expect(facts(`https://other.example.com${url}`)).toEqual({ ...yes, hasAttachment: false })
  })
})
