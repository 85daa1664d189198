import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { fillChatLists } from '../harness/web/fill-lists.ts'
import { type View, visitView } from '../harness/web/visit-view.ts'
import { type OwnWebWorld, startWebWorld } from '../harness/web/web-world.ts'

/** High enough for every message of a view: in a list that scrolls, the header at its top covers buttons in part. */
const viewport = { width: 1280, height: 6000 }

let world: OwnWebWorld
let page: Page
beforeAll(async () => {
  world = await startWebWorld({}, { isFull: true })
  await fillChatLists(world)
  page = await world.openChat('ada', '#inbox', { viewport })
  page.setDefaultTimeout(Number(process.env.VIEW_TIMEOUT ?? 30_000))
  await page.getByRole('button', { name: 'Account of Ada Lovelace' }).waitFor()
}, 120_000)
afterAll(() => world?.stop())

const account = 'Account of Ada Lovelace'
const unsent = 'Drafts, scheduled messages and snippets'
const topicMenu = ['Rename topic', 'Move topic…', 'Delete topic']
const ofUnsent = [/^Drafts/, /^Scheduled/, 'Saved snippets']

const views: View[] = [
  {
    at: '#inbox',
    ready: 'Recent conversations',
    open: [[account], [account, /^Your status|^Set a status/], [/^Scheduled messages/], [/^Reminders/]],
  },
  { at: '#all', ready: 'everything' },
  { at: '#narrow/is/private', ready: 'Coffee at three?' },
  { at: '#narrow/is/mentioned', ready: 'Ada Lovelace' },
  { at: '#narrow/is/starred', ready: 'Of Ada, edited.' },
  { at: '#narrow/search/imports', ready: 'suspicion' },
  { at: '#narrow/search/nothing-like-this', ready: 'Nothing found' },
  {
    at: '#narrow/stream/engineering',
    ready: 'It is in the next release',
    open: [['More actions'], ['Ben Okri']],
  },
  { at: '#narrow/stream/support', ready: 'support' },
  { at: '#narrow/stream/general/topic/numbers', ready: 'orders.png', open: [['orders.png']] },
  // Each opens much: in a test of its own, so that a busy machine has time for it.
  {
    at: '#narrow/stream/test/topic/everything',
    ready: 'Of Ada, edited.',
    open: [['More actions'], ...topicMenu.map((name) => ['More actions', name]), ['Jump to date']],
  },
  {
    at: '#narrow/stream/test/topic/everything/',
    ready: 'Of Ada, edited.',
    open: [
      ...['+', 'H', 'Delete'].map((key) => [{ key: 'End' }, { key }]),
      { steps: [{ key: 'End' }, { key: 'e' }], shows: 'Save' },
      ['Actions for #test'],
      ['Actions for the topic everything'],
      [{ key: '?' }],
      [{ key: 'Control+k' }],
    ],
  },
  {
    at: '#narrow/topic/everything/stream/test',
    ready: 'Of Ada, edited.',
    open: [
      ['Emoji'],
      [unsent],
      ...ofUnsent.map((name) => [unsent, name]),
      { steps: ['Formatting'], shows: /^Bold/ },
    ],
  },
  { at: '#streams', ready: 'Choose a stream' },
  { at: '#streams/new', ready: 'Who can read' },
  { at: '#narrow/stream/99-nothing', ready: 'Stream not found' },
  { at: '#nothing', ready: 'Page not found' },
]

describe('the chat, in both themes', () => {
  test.each(views)('$at', (view) => visitView(page, view))
})
