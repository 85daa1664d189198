import { describe, expect, test } from 'vitest'
import { exampleContext } from '../../../test/harness/example-markdown-context.ts'
import { emptyContext } from './markdown-context.ts'
import { renderMarkdown } from './render-markdown.ts'

const html = (content: string) => renderMarkdown(content, exampleContext).html

const constructs: Record<string, [content: string, html: string]> = {
  paragraph: ['hi & <b>', '<p>hi &amp; &lt;b&gt;</p>'],
  'two paragraphs': ['a\n\nb', '<p>a</p>\n<p>b</p>'],
  'line break': ['a\nb', '<p>a<br>\nb</p>'],
  bold: ['**b**', '<p><strong>b</strong></p>'],
  italic: ['*i* _u_', '<p><em>i</em> <em>u</em></p>'],
  'underscores in words': ['snake_case_name', '<p>snake_case_name</p>'],
  strike: ['~~s~~', '<p><del>s</del></p>'],
  'inline code': ['`a<b`', '<p><code>a&lt;b</code></p>'],
  link: ['[t](https://x.org/?a=1&b)', '<p><a href="https://x.org/?a=1&amp;b">t</a></p>'],
  'link to a bare host': ['[t](example.com/x)', '<p><a href="http://example.com/x">t</a></p>'],
  'bare url': ['see http://x.org/a.', '<p>see <a href="http://x.org/a">http://x.org/a</a>.</p>'],
  'bare host': ['www.example.com', '<p><a href="http://www.example.com">www.example.com</a></p>'],
  'file name is no host': ['readme.md', '<p>readme.md</p>'],
  email: ['me@x.org', '<p><a href="mailto:me@x.org">me@x.org</a></p>'],
  'bulleted list': ['- a\n- b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
  'ordered list': ['1. a\n2. b', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>'],
  quote: ['> q', '<blockquote>\n<p>q</p>\n</blockquote>'],
  'fenced quote': ['```quote\nq\n```\nz', '<blockquote>\n<p>q</p>\n</blockquote>\n<p>z</p>'],
  heading: ['## H', '<h2>H</h2>'],
  rule: ['a\n\n---', '<p>a</p>\n<hr>'],
  'text over dashes is no heading': ['a\n---', '<p>a</p>\n<hr>'],
  'raw html': ['<script>x</script>', '<p>&lt;script&gt;x&lt;/script&gt;</p>'],
  'plain code': [
    '```\na < b\n```',
    '<div class="codehilite"><pre><span></span><code>a &lt; b\n</code></pre></div>',
  ],
  'code of a language': [
    '~~~py\nprint(1)\n~~~',
    '<div class="codehilite" data-code-language="Python"><pre><span></span><code><span class="hljs-built_in">print</span>(<span class="hljs-number">1</span>)\n</code></pre></div>',
  ],
  'code of an unknown language': [
    '```zz"\nx\n```',
    '<div class="codehilite" data-code-language="zz&quot;"><pre><span></span><code>x\n</code></pre></div>',
  ],
  'bare marks close a fenced quote': [
    '```quote\n```\n```',
    '<blockquote></blockquote>\n<div class="codehilite"><pre><span></span><code></code></pre></div>',
  ],
  table: [
    '|a|b|\n|:-:|-|\n|1|2|',
    '<table>\n<thead>\n<tr>\n<th align="center">a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td align="center">1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>',
  ],
  image: ['![alt](https://x.org/y)', '<p><a href="https://x.org/y">alt</a></p>'],
  'image in a link': ['[![i](http://a.org)](http://b.org)', '<p><a href="http://b.org">i</a></p>'],
  spoiler: [
    '```spoiler The *title*\ntext\n```',
    '<div class="spoiler-block"><div class="spoiler-header">\n<p>The <em>title</em></p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>text</p>\n</div></div>',
  ],
  'spoiler without title': [
    '```spoiler\ntext\n```',
    '<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n<p>text</p>\n</div></div>',
  ],
  'inline math': ['$$x_1 < *y*$$', '<p><span class="tex-inline">x_1 &lt; *y*</span></p>'],
  'math block': ['```math\nx<1\n```', '<pre class="tex-block">x&lt;1</pre>'],
  'emoji by name': [
    ':smile: :nope:',
    '<p><span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span> :nope:</p>',
  ],
  'emoji by character': [
    '😄 ©',
    '<p><span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">😄</span> ©</p>',
  ],
  'emoji of several code points': [
    '❤️',
    '<p><span aria-label="heart" class="emoji emoji-2764" role="img" title="heart">❤️</span></p>',
  ],
  'custom emoji': [
    ':party_parrot:',
    '<p><img alt=":party_parrot:" class="emoji" src="/user_avatars/1/emoji/parrot.png" title="party parrot"></p>',
  ],
  'custom emoji with a bad address': [':bad:', '<p>:bad:</p>'],
  mention: ['@**king hamlet**', '<p><span class="user-mention" data-user-id="12">@King Hamlet</span></p>'],
  'mention by id': [
    '@**King Hamlet|13**',
    '<p><span class="user-mention" data-user-id="13">@King Hamlet</span></p>',
  ],
  'silent mention': [
    '@_**King Hamlet**',
    '<p><span class="user-mention silent" data-user-id="12">King Hamlet</span></p>',
  ],
  'mention of everyone': ['@**all**', '<p><span class="user-mention" data-user-id="*">@all</span></p>'],
  'mention of nobody': ['@**Nobody**', '<p>@<strong>Nobody</strong></p>'],
  'mention in a word': ['a@**King Hamlet**', '<p>a@<strong>King Hamlet</strong></p>'],
  'group mention': [
    '@*devs* @_*devs*',
    '<p><span class="user-group-mention" data-user-group-id="3">@devs</span> <span class="user-group-mention silent" data-user-group-id="3">devs</span></p>',
  ],
  'mention in code': ['`@**all**`', '<p><code>@**all**</code></p>'],
  'stream link': [
    '#**New Design**',
    '<p><a class="stream" data-stream-id="6" href="/#narrow/stream/6-New-design">#New design</a></p>',
  ],
  'topic link': [
    '#**general>hello world. (x)**',
    '<p><a class="stream-topic" data-stream-id="5" href="/#narrow/stream/5-general/topic/hello.20world.2E.20.28x.29">#general &gt; hello world. (x)</a></p>',
  ],
  'unknown stream': ['#**secret**', '<p>#<strong>secret</strong></p>'],
  'stream link in a link': ['[#**general**](http://b.org)', '<p><a href="http://b.org">#general</a></p>'],
  linkifier: ['see #123!', '<p>see <a href="https://tracker.example.org/123">#123</a>!</p>'],
  'linkifier not in words, code, links': [
    'a#1 #1b `#1` [#1](/x) \\#1',
    '<p>a#1 #1b <code>#1</code> <a href="/x">#1</a> #1</p>',
  ],
  'linkifier with a bad address': ['evil', '<p>evil</p>'],
  time: [
    '<time:2026-01-02T03:04:05Z>',
    '<p><time datetime="2026-01-02T03:04:05Z">2026-01-02T03:04:05Z</time></p>',
  ],
  avatar: [
    'by !avatar(ada+x@example.com)',
    '<p>by <img alt="ada+x@example.com" class="message_body_gravatar" src="/avatar/ada%2Bx%40example.com?s=30" title="ada+x@example.com"></p>',
  ],
  'avatar under its older name': [
    '!gravatar(ada@example.com)',
    '<p><img alt="ada@example.com" class="message_body_gravatar" src="/avatar/ada%40example.com?s=30" title="ada@example.com"></p>',
  ],
  'no avatar without an address': ['!avatar(ada)', '<p>!avatar(ada)</p>'],
  'impossible time': ['<time:2026-02-30T03:04:05Z>', '<p>&lt;time:2026-02-30T03:04:05Z&gt;</p>'],
  'me message': ['/me waves', '<p>/me waves</p>'],
  'empty link': ['[a]()', '<p>a</p>'],
}

describe('renderMarkdown', () => {
  for (const [name, [content, expected]] of Object.entries(constructs)) {
    test(name, () => expect(html(content)).toBe(expected))
  }

  test('fences nest with equal marks', () => {
    expect(html('```quote\na\n```py\n1\n```\nb\n```\nc')).toMatch(
      /^<blockquote>[\s\S]*<p>b<\/p>\n<\/blockquote>\n<p>c/,
    )
  })

  test('long code is not highlighted', () => {
    expect(html(`\`\`\`js\n${'let a\n'.repeat(1500)}\`\`\``)).not.toContain('hljs')
  })

  test('collects what is mentioned', () => {
    const { html: _, ...facts } = renderMarkdown(
      '@**King Hamlet** @**King Hamlet** @*devs* @**everyone** https://x.org/a.PNG?x [f](/user_uploads/1/a.txt)',
      exampleContext,
    )
    expect(facts).toEqual({
      mentionedUserIds: [12],
      mentionedGroupIds: [3],
      mentionsEveryone: true,
      hasLink: true,
      hasImage: true,
      hasAttachment: true,
    })
  })

  test('quoted and silent mentions notify nobody', () => {
    const quoted = renderMarkdown(
      '> @**King Hamlet** @**all** @*devs*\n\n@_**King Hamlet** @_**all**',
      exampleContext,
    )
    expect(quoted).toMatchObject({ mentionedUserIds: [], mentionedGroupIds: [], mentionsEveryone: false })
    expect(quoted.html).not.toContain('@')
  })

  for (const url of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '&#106;avascript:alert(1)',
    'java&Tab;script:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    '\u0001javascript:alert(1)',
  ]) {
    test(`no link to ${JSON.stringify(url)}`, () => {
      for (const content of [`[x](${url})`, `[x](<${url}>)`, `<${url}>`, `![x](${url})`]) {
        expect(renderMarkdown(content, emptyContext).html).not.toContain('<a')
      }
    })
  }
})
