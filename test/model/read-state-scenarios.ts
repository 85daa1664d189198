import { comparePage } from './compare-page.ts'
import { compareInitialData } from './compare-user.ts'
import { together } from './concurrent-steps.ts'
import { type ModelUser, streamNamed } from './model-chat.ts'
import { changeFlags, markAllAsRead, markStreamAsRead } from './model-flags.ts'
import { editMessage } from './model-messages.ts'
import type { Term } from './model-narrow.ts'
import { call, expectCall, restart, type World } from './model-world.ts'
import { named } from './open-world.ts'
import { flagMessages } from './reader-steps.ts'
import { note } from './run-model.ts'
import type { Scenario } from './scenarios.ts'
import { sendMany } from './send-many.ts'

/** Every way to ask what is unread has to say the same. */
async function compareUnread(world: World, user: ModelUser): Promise<void> {
  const isUnread: Term = { operator: 'is', operand: 'unread' }
  const inGeneral: Term = { operator: 'stream', operand: 'general' }
  const page = { numBefore: 100, numAfter: 100, applyMarkdown: false }
  for (const narrow of [[], [inGeneral], [isUnread], [inGeneral, isUnread]]) {
    await comparePage(world, user, { ...page, narrow, anchor: 'newest' })
    await comparePage(world, user, { ...page, narrow, anchor: 'first_unread' })
  }
  await compareInitialData(world, user)
}

/** A message that becomes unread again, and read again, beside newer ones. */
const reopened: Scenario = async (world) => {
  const { model } = world
  const [ben, dora] = [named(model, 'ben'), named(model, 'dora')]
  const stream = streamNamed(model, 'general')!.id
  const send = (count: number) => sendMany(world, { sender: ben, stream, topic: () => 'lunch', count })
  const [first] = await send(1)
  markAllAsRead(model, dora)
  await expectCall(world, dora, 'POST', '/mark_all_as_read', {}, true)
  await flagMessages(world, dora, { op: 'remove', flag: 'read' }, [first!])
  const [, , third] = await send(3)
  await flagMessages(world, dora, { op: 'add', flag: 'read' }, [first!, third!])
  note(world, `dora read ${first} and ${third}`)
  await compareUnread(world, dora)
  await restart(world, 'SIGTERM')
  await compareUnread(world, dora)
}

const ROUNDS = { short: 8, long: 100 }

/** Two windows of one person change different messages at the same time. */
const twoWindows: Scenario = async (world) => {
  const { model } = world
  const [ben, dora] = [named(model, 'ben'), named(model, 'dora')]
  const stream = streamNamed(model, 'general')!.id
  const flag = (op: 'add' | 'remove', messages: number[]) =>
    call(world, dora, 'POST', '/messages/flags', { op, flag: 'read', messages }, { isFresh: false })
  for (let round = 0; round < (world.isLong ? ROUNDS.long : ROUNDS.short); round += 1) {
    const [a, b, , d] = await sendMany(world, { sender: ben, stream, topic: () => 'lunch', count: 4 })
    await flagMessages(world, dora, { op: 'add', flag: 'read' }, [b!])
    await Promise.all([flag('remove', [b!]), flag('add', [a!, d!])])
    together(world, () => {
      changeFlags(model, dora, { op: 'remove', flag: 'read' }, [b!])
      changeFlags(model, dora, { op: 'add', flag: 'read' }, [a!, d!])
    })
    note(world, `round ${round}: dora unread ${b} and read ${a} and ${d} at once`)
    await compareUnread(world, dora)
  }
  await restart(world, 'SIGTERM')
  await compareUnread(world, dora)
}

/** Somebody reads a topic while it is moved to another one. */
const readWhileMoved: Scenario = async (world) => {
  const { model } = world
  const [ben, dora] = [named(model, 'ben'), named(model, 'dora')]
  const stream = streamNamed(model, 'general')!.id
  for (let round = 0; round < (world.isLong ? ROUNDS.long : ROUNDS.short); round += 1) {
    const ids = await sendMany(world, { sender: ben, stream, topic: () => `from ${round}`, count: 5 })
    const [first] = ids
    // The other topic is read beyond these messages, which come under its mark.
    const topic = `to ${round}`
    await sendMany(world, { sender: ben, stream, topic: () => topic, count: 1 })
    markStreamAsRead(model, dora, stream, topic)
    const mark = { stream_id: stream, topic_name: topic }
    await expectCall(world, dora, 'POST', '/mark_topic_as_read', mark, true)
    const moved = { topic, mode: 'change_all' } as const
    const values = { topic, propagate_mode: moved.mode }
    await Promise.all([
      call(world, ben, 'PATCH', `/messages/${first}`, values, { isFresh: false }),
      call(
        world,
        dora,
        'POST',
        '/messages/flags',
        { op: 'add', flag: 'read', messages: ids },
        { isFresh: false },
      ),
    ])
    together(world, () => {
      editMessage(model, ben, first!, moved)
      changeFlags(model, dora, { op: 'add', flag: 'read' }, ids)
    })
    note(world, `round ${round}: ben moved ${ids} to ${topic} while dora read them`)
    await compareUnread(world, dora)
  }
  await restart(world, 'SIGTERM')
  await compareUnread(world, dora)
}

export const readStateScenarios: Record<string, Scenario> = { reopened, twoWindows, readWhileMoved }
