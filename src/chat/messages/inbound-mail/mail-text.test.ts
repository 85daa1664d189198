import { expect, it } from 'vitest'
import { isReplySubject, mailText, mailTopic, replyText } from './mail-text.ts'

it.each([
  ['Hello', 'Hello'],
  ['Re: AW: Fwd: Hello', 'Hello'],
  [' re:Hello', 'Hello'],
  ['Regarding: Hello', 'Regarding: Hello'],
  ['', '(no topic)'],
  [undefined, '(no topic)'],
  ['a\r\n b', 'a   b'],
])('the topic of %j is %j', (subject, topic) => {
  expect(mailTopic(subject).replace(/\s+/g, ' ')).toBe(topic.replace(/\s+/g, ' '))
})

it.each([
  ['Hello\r\nthere\r\n', 'Hello\nthere'],
  ['Hello\n-- \nAnn', 'Hello'],
  ['Yes.\n\nOn Monday, Ann wrote:\n> Really?\n>\n', 'Yes.'],
  ['> only\n> quoted', '> only\n> quoted'],
  ['> Really?\n\nYes.', '> Really?\n\nYes.'],
])('of the reply %j remains %j', (text, own) => {
  expect(mailText(text, '', true)).toBe(own)
})

it.each([
  [
    'Yes.\n\nOn Mon, 3 Mar 2025 at 10:00, Acme\n<acme@example.com> wrote:\n\n> Ann wrote:\n>     Really?\n',
    'Yes.',
  ],
  ['Yes.\n\n-----Original Message-----\nFrom: Acme\n\nReally?', 'Yes.'],
  ['Yes.\n-- \nBob\n\nOn Monday, Acme wrote:\n> Really?', 'Yes.'],
  ['First point:\n> Really?\nYes.', 'First point:\n> Really?\nYes.'],
  ['> Really?\n>', ''],
])('of the answer to our mail %j remains %j', (text, own) => {
  expect(replyText(text, '')).toBe(own)
})

it('an answer in HTML only is posted without the quoted mail', () => {
  const html = '<div>Yes &amp; no</div><br><div class="gmail_quote">On Monday, Acme wrote:<blockquote>Really?'
  expect(replyText('', html)).toBe('Yes & no')
})

it('keeps what a mail that is no reply quotes', () => {
  expect(mailText('See:\n> this', '', false)).toBe('See:\n> this')
})

it('reads the HTML of a mail without a plain text', () => {
  expect(mailText(undefined, '<p>Hello <b>Ann</b></p>', false)).toBe('Hello Ann')
})

it.each(['Re: x', 'AW: x'])('%s is a reply', (subject) => expect(isReplySubject(subject)).toBe(true))
