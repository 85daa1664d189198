import type { MarkdownContext } from '../../src/chat/markdown/markdown-context.ts'

const hamlet = { id: 12, fullName: 'King Hamlet' }
const twin = { id: 13, fullName: 'King Hamlet' }

/** An organization for the tests of this folder. */
export const exampleContext: MarkdownContext = {
  users: new Map([
    ['king hamlet', hamlet],
    ['king hamlet|12', hamlet],
    ['king hamlet|13', twin],
  ]),
  groups: new Map([['devs', { id: 3, name: 'devs' }]]),
  streams: new Map([
    ['general', { id: 5, name: 'general' }],
    ['new design', { id: 6, name: 'New design' }],
  ]),
  linkifiers: [
    { pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://tracker.example.org/{id}' },
    {
      pattern: '(?<key>[A-Z]{2,5}-\\d+)',
      urlTemplate: 'https://jira.example.org/browse/{key}',
    },
    { pattern: 'evil(?P<x>.*)', urlTemplate: 'javascript:alert({x})' },
  ],
  emoji: new Map([
    ['party_parrot', { id: '1', sourceUrl: '/user_avatars/1/emoji/parrot.png' }],
    ['bad', { id: '2', sourceUrl: 'javascript:alert(1)' }],
  ]),
}
