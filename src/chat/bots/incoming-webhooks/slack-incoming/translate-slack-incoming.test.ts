import { describe, expect, it, test } from 'vitest'
import { translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { emptyContext } from '../../../markdown/markdown-context.ts'
import { renderFully } from '../../../markdown/render-markdown.ts'
import { Payload } from '../payload.ts'
import { readMrkdwn } from './slack-mrkdwn.ts'
import { slackIncoming } from './translate-slack-incoming.ts'

describe('formatting', () => {
  test.each([
    ['*bold* and *two words*', '**bold** and **two words**'],
    ['_italic_ stays', '_italic_ stays'],
    ['~gone~ now', '~~gone~~ now'],
    ['`a *b* &lt;c&gt;`', '`a *b* <c>`'],
    ['```\nlet a = *b*\n```', '\n```\nlet a = *b*\n```\n'],
    ['2 * 3 * 4', '2 \\* 3 \\* 4'],
    ['a*b*c', 'a\\*b\\*c'],
    ['*<https://x.org|title>*', '**[title](https://x.org)**'],
    ['<https://x.org?a=1&amp;b=2>', '[https://x.org?a=1&b=2](https://x.org?a=1&b=2)'],
    ['<mailto:ada@example.com|Ada>', 'Ada'],
    ['<javascript:alert(1)|x>', 'x'],
    ['<@U024BE7LH> <@U024BE7LH|ada>', '@U024BE7LH @ada'],
    ['<#C024BE7LR|general>', '#general'],
    ['<!here> <!channel> <!everyone>', '@here @channel @everyone'],
    ['<!subteam^S012|@devs>', '@devs'],
    ['<!date^1767225600^{date_short}|1 January>', '<time:2026-01-01T00:00:00Z>'],
    ['&lt;b&gt; &amp;amp;', '\\<b> &amp;'],
    ['[x](https://evil.example)', '\\[x\\](https://evil.example)'],
    ['# no heading', '\\# no heading'],
    ['• one\n• two\nafter', '* one\n* two\n\nafter'],
    ['&gt; quoted', '> quoted'],
    ['@**all** @*all* @**Ada**', '@\\*\\*all\\*\\* @\\*all\\* @\\*\\*Ada\\*\\*'],
  ])('%j', (mrkdwn, markdown) => expect(readMrkdwn(mrkdwn)).toBe(markdown))

  it('nobody is mentioned, whatever the text contains', () => {
    const rendered = renderFully(
      readMrkdwn('<!channel> @**all** @*everyone* <@U1|**all**> @_*all*_'),
      emptyContext,
    )
    expect(rendered.mentionsEveryone).toBe(false)
  })

  it('long and odd texts take no longer', () => {
    for (const piece of ['*a ', '~', '<', '`', '```', '* ', '_*~', '\uE000'])
      readMrkdwn(piece.repeat(100_000))
  })
})

it('text, with sender and channel', () => {
  expect(translated(slackIncoming, 'text')).toEqual({
    topic: 'deploys',
    content: [
      ':rocket: **Deploy robot**',
      '**Deployed** `api` to _production_: [build 812](https://ci.example.com/builds/812)',
      '* started by @ada',
      '* took ~~20~~ 14 minutes & no errors',
      '',
      '@here please have a look at #general',
    ].join('\n'),
  })
})

it('blocks come instead of the text', () => {
  const content = translated(slackIncoming, 'blocks')?.content
  expect(content).toContain(
    '### Release 4.2\n\n**[Ready for approval](https://git.example.com/releases/4.2)**',
  )
  expect(content).toContain('* **Owner:** Ada Lovelace\n* **Risk:** low')
  expect(content).toContain('[changes per day](https://git.example.com/graph.png)\n\n---\n\n[Approve](')
  expect(content).toContain('[Ada](https://git.example.com/ada.png) · asked by **Ada**')
  expect(content).not.toContain('Not now')
  expect(content).not.toContain('Release 4.2 is ready')
})

it('attachments become titles, texts and fields', () => {
  expect(translated(slackIncoming, 'attachments')?.content).toBe(
    [
      'A check failed:',
      '[Monitor](https://monitor.example.com)',
      '**[Disk almost full](https://monitor.example.com/checks/17)**',
      '`/var` on **db-1** has 3 % left',
      '',
      '* **Host**: db-1.example.com',
      '* **Since**: 10 minutes',
      '',
      'monitor.example.com · <time:2026-01-01T00:00:00Z>',
    ].join('\n'),
  )
})

it('an attachment that shows nothing has its fallback', () => {
  const change = { body: { attachments: [{ fallback: 'Disk *full*' }] } }
  expect(translated(slackIncoming, 'attachments', change)?.content).toBe('Disk \\*full\\*')
})

it('rich text becomes Markdown of the same meaning', () => {
  expect(translated(slackIncoming, 'rich-text')).toEqual({
    topic: 'Slack message',
    content: [
      '**Minutes** of [the meeting](https://example.com/meeting), for @U024BE7LH :memo:',
      '* ship it on Monday\n* run `npm test`',
      '> Measure twice, cut once.',
      '```\n$ make release\nok\n```',
    ].join('\n\n'),
  })
})

it('channels_map_to_topics | 0: the channel is the stream', () => {
  expect(translated(slackIncoming, 'text', { options: { channels_map_to_topics: 0 } })).toMatchObject({
    stream: 'deploys',
    topic: 'Slack message',
  })
  expect(
    translated(slackIncoming, 'rich-text', { options: { channels_map_to_topics: 0 } }),
  ).not.toHaveProperty('stream')
})

it('mrkdwn | false: the text is no mrkdwn', () => {
  const change = { body: { mrkdwn: false, text: '*as* is', username: undefined, icon_emoji: undefined } }
  expect(translated(slackIncoming, 'text', change)?.content).toBe('\\*as\\* is')
})

it('nothing to say: text is missing', () => {
  const call = () => slackIncoming.translate(new Payload({ username: 'x' }), { headers: {}, options: {} })
  expect(call).toThrow("Missing 'text' in the payload")
})
