import fc from 'fast-check'
import { type Name, names, type Operation } from './random-operations.ts'
import type { World } from './world.ts'

const person = fc.constantFrom(...names)
const id = fc.integer({ min: 1, max: 8 })
const flip = fc.boolean()
const text = fc.constantFrom('one', 'two', 'three')
const topic = fc.constantFrom('lunch', 'Lunch', 'plans', 'noise')
const userId = (world: World, name: Name) => world.demo.people[name].id
const soon = (world: World) => Math.floor(world.clock.now() / 1000) + 86_400
/** One of the last few messages. */
const recent = (sent: number[], part: number) => sent.slice(-8)[part % 8] ?? 1

/** What people do beside writing and reading. Ada never loses her role: somebody has to be able to do all this. */
export const moreOperations: fc.Arbitrary<Operation> = fc.oneof(
  fc.tuple(person, id, fc.constantFrom('starred', 'read', 'collapsed'), flip).map(
    ([who, part, flag, add]): Operation =>
      (world, sent) => {
        const args = { messages: [recent(sent, part)], flag, op: add ? 'add' : 'remove' }
        return world[who].post('/messages/flags', args)
      },
  ),
  fc.tuple(person, id, flip).map(
    ([who, part, add]): Operation =>
      (world, sent) => {
        const path = `/messages/${recent(sent, part)}/reactions`
        return add
          ? world[who].post(path, { emoji_name: 'tada' })
          : world[who].delete(path, { emoji_name: 'tada' })
      },
  ),
  fc
    .tuple(
      id,
      fc.oneof(
        fc.record({ description: text }),
        fc.record({ new_name: fc.constantFrom('one', 'two', 'renamed') }),
        fc.record({ is_private: flip }),
        fc.record({ is_private: fc.constant(true), history_public_to_subscribers: flip }),
        fc.record({ is_announcement_only: flip }),
        fc.record({ is_default_stream: flip }),
      ),
    )
    .map(
      ([stream, change]): Operation =>
        (world) =>
          world.ada.patch(`/streams/${stream}`, change),
    ),
  fc.integer({ min: 6, max: 9 }).map(
    (stream): Operation =>
      (world) =>
        world.ada.delete(`/streams/${stream}`),
  ),
  fc.tuple(person, id, fc.constantFrom('is_muted', 'pin_to_top', 'email_notifications'), flip).map(
    ([who, stream, property, value]): Operation =>
      (world) => {
        const subscription_data = [{ stream_id: stream, property, value }]
        return world[who].post('/users/me/subscriptions/properties', { subscription_data })
      },
  ),
  fc.tuple(person, id, topic, fc.integer({ min: 0, max: 3 })).map(
    ([who, stream_id, about, visibility_policy]): Operation =>
      (world) =>
        world[who].post('/user_topics', { stream_id, topic: about, visibility_policy }),
  ),
  fc.tuple(fc.constantFrom<Name>('ben', 'cleo', 'gus'), fc.constantFrom(200, 400, 600)).map(
    ([who, role]): Operation =>
      (world) =>
        world.ada.patch(`/users/${userId(world, who)}`, { role }),
  ),
  fc.tuple(person, text).map(
    ([who, content]): Operation =>
      (world) =>
        world[who].post('/drafts', { drafts: [{ type: '', to: [], topic: '', content }] }),
  ),
  fc.tuple(person, id).map(
    ([who, draft]): Operation =>
      (world) =>
        world[who].delete(`/drafts/${draft}`),
  ),
  fc.tuple(person, text).map(
    ([who, title]): Operation =>
      (world) =>
        world[who].post('/saved_snippets', { title, content: title }),
  ),
  fc.tuple(person, id, topic).map(
    ([who, to, about]): Operation =>
      (world) => {
        const later = { scheduled_delivery_timestamp: soon(world) }
        return world[who].post('/scheduled_messages', {
          type: 'stream',
          to,
          topic: about,
          content: 'later',
          ...later,
        })
      },
  ),
  fc.tuple(person, id).map(
    ([who, part]): Operation =>
      (world, sent) =>
        world[who].post('/reminders', {
          message_id: recent(sent, part),
          scheduled_delivery_timestamp: soon(world),
        }),
  ),
  fc.tuple(person, text, fc.uniqueArray(person, { maxLength: 3 })).map(
    ([who, name, members]): Operation =>
      (world) =>
        world[who].post('/user_groups/create', {
          name,
          description: '',
          members: members.map((member) => userId(world, member)),
        }),
  ),
  fc.tuple(person, id, person, flip).map(
    ([who, group, member, add]): Operation =>
      (world) =>
        world[who].post(`/user_groups/${group}/members`, {
          [add ? 'add' : 'delete']: [userId(world, member)],
        }),
  ),
  fc.tuple(person, id).map(
    ([who, group]): Operation =>
      (world) =>
        world[who].delete(`/user_groups/${group}`),
  ),
  fc.tuple(person, id, id, flip).map(
    ([who, group, subgroup, add]): Operation =>
      (world) =>
        world[who].post(`/user_groups/${group}/subgroups`, { [add ? 'add' : 'delete']: [subgroup] }),
  ),
  fc.tuple(person, id, flip).map(
    ([who, group, isOn]): Operation =>
      (world) =>
        isOn
          ? world[who].patch(`/user_groups/${group}`, { deactivated: false })
          : world[who].post(`/user_groups/${group}/deactivate`),
  ),
  fc.tuple(person, fc.constantFrom('', 'busy', 'lunch'), flip).map(
    ([who, status_text, away]): Operation =>
      (world) =>
        world[who].post('/users/me/status', { status_text, away }),
  ),
  fc.tuple(person, person, flip).map(
    ([who, other, mute]): Operation =>
      (world) => {
        const path = `/users/me/muted_users/${userId(world, other)}`
        return mute ? world[who].post(path) : world[who].delete(path)
      },
  ),
  fc.tuple(person, flip).map(
    ([who, value]): Operation =>
      (world) =>
        world[who].patch('/settings', { enable_sounds: value, enter_sends: !value }),
  ),
  fc
    .oneof(
      fc.record({ allow_message_deleting: flip }),
      fc.record({ create_stream_policy: fc.constantFrom(1, 2) }),
      fc.record({ description: text }),
    )
    .map(
      (change): Operation =>
        (world) =>
          world.ada.patch('/realm', change),
    ),
  fc.tuple(person, flip).map(
    ([who, value]): Operation =>
      (world) =>
        world[who].patch('/realm/user_settings_defaults', {
          enter_sends: value,
          twenty_four_hour_time: value,
        }),
  ),
  fc.tuple(person, text, flip).map(
    ([who, fragment, is_pinned]): Operation =>
      (world) =>
        is_pinned
          ? world[who].post('/navigation_views', { fragment, is_pinned, name: fragment })
          : world[who].patch(`/navigation_views/${encodeURIComponent(fragment)}`, { is_pinned }),
  ),
  fc.tuple(person, text).map(
    ([who, name]): Operation =>
      (world) =>
        world[who].post('/realm/playgrounds', {
          name,
          pygments_language: 'c',
          url_template: 'https://example.com/{code}',
        }),
  ),
  fc.tuple(person, text).map(
    ([who, name]): Operation =>
      (world) =>
        world[who].post('/bots', { full_name: name, short_name: name, bot_type: 1 }),
  ),
  fc
    .tuple(person, fc.integer({ min: 6, max: 12 }), fc.constantFrom('rename', 'deactivate', 'reactivate'))
    .map(
      ([who, bot, what]): Operation =>
        (world) => {
          if (what === 'rename') return world[who].patch(`/bots/${bot}`, { full_name: 'Renamed' })
          if (what === 'deactivate') return world[who].delete(`/bots/${bot}`)
          return world.ada.post(`/users/${bot}/reactivate`)
        },
    ),
)
