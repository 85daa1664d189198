import { expect, it } from 'vitest'
import { type FixtureChange, translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { opsgenie } from './translate-opsgenie.ts'

const content = (name: string, change: FixtureChange = {}) => translated(opsgenie, name, change)?.content
const alert =
  '[#23 The boiler is too hot](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1772359573512/details)'

it('a new alert says what is known', () => {
  expect(translated(opsgenie, 'created')).toEqual({
    topic: 'The boiler is too hot',
    content: [
      `🔥 New alert ${alert}`,
      '* **Priority**: P1',
      '* **Team**: Engine',
      '* **Entity**: boiler-1',
      '* **Source**: sensor',
      '* **Tags**: `boiler` `hot`',
      '> 142 °C',
    ].join('\n'),
  })
})

it.each([
  ['acknowledged', `👀 Alert ${alert} was acknowledged by ada@example.com`],
  ['closed', `✅ Alert ${alert} was closed by ada@example.com`],
  ['note', `💬 A note on alert ${alert} by ada@example.com\n> I opened the \\*valve\\*.`],
  ['owner', `🔹 Alert ${alert} was given to grace@example.com by ada@example.com`],
  ['tags', `🔹 Alert ${alert} has new tags: \`steam\` \`urgent\` by ada@example.com`],
])('%s', (name, text) => expect(content(name)).toBe(text))

it('what a rule did names nobody', () => {
  expect(content('closed', { body: { 'alert.username': '' } })).toBe(`✅ Alert ${alert} was closed`)
})

it('events can be filtered, and unknown ones are refused', () => {
  expect(translated(opsgenie, 'tags', { options: { exclude_events: ['AddTags'] } })).toBeUndefined()
  expect(() => content('tags', { body: { action: 'CustomAction' } })).toThrow(
    "The 'CustomAction' event isn't",
  )
})
