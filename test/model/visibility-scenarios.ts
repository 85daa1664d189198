import { compareClient } from './compare-clients.ts'
import { compareQueues } from './compare-everything.ts'
import { compareSingleMessage } from './compare-message.ts'
import { comparePage } from './compare-page.ts'
import { deleteOne, moveOne, reactOnce, sendOne } from './message-steps.ts'
import { type ModelStream, streamNamed } from './model-chat.ts'
import { restart, type World } from './model-world.ts'
import { named } from './open-world.ts'
import { flagMessages, setRole, unsubscribeUser } from './reader-steps.ts'
import { note } from './run-model.ts'
import type { Scenario } from './scenarios.ts'
import { archiveOne, setName, setPrivacy } from './stream-steps.ts'

/** Does one thing after another, and says what. */
async function act(world: World, ...steps: (() => Promise<string>)[]): Promise<void> {
  for (const step of steps) note(world, await step())
}

/** Every queue and every client, before and after a restart; then what everybody finds in the history. */
async function compareAll(world: World, id: number): Promise<void> {
  await compareQueues(world)
  for (const user of world.model.users) {
    await compareSingleMessage(world, user, id)
    const page = { numBefore: 50, numAfter: 50, applyMarkdown: false, anchor: 'newest' } as const
    await comparePage(world, user, { ...page, narrow: [] })
    await comparePage(world, user, { ...page, narrow: [{ operator: 'is', operand: 'starred' }] })
  }
}

const inLunch = ({ id }: ModelStream) => ({ stream: id, topic: 'lunch' })
const last = ({ model }: World) => model.lastId

/** A message of a private stream that became public reaches a subscriber who has left since. */
const openedThenLeft: Scenario = async (world) => {
  const [ada, cleo] = [named(world.model, 'ada'), named(world.model, 'cleo')]
  const leadership = streamNamed(world.model, 'leadership')!
  await act(
    world,
    () => sendOne(world, ada, inLunch(leadership)),
    () => setPrivacy(world, ada, leadership, false),
    () => unsubscribeUser(world, cleo, leadership, cleo),
  )
  await compareAll(world, last(world))
}

/** The new name of a private stream that became public reaches a subscriber who has left since. */
const renamedThenOpened: Scenario = async (world) => {
  const [ada, cleo] = [named(world.model, 'ada'), named(world.model, 'cleo')]
  const leadership = streamNamed(world.model, 'leadership')!
  await act(
    world,
    () => setName(world, ada, leadership),
    () => setPrivacy(world, ada, leadership, false),
    () => unsubscribeUser(world, cleo, leadership, cleo),
  )
  await compareAll(world, last(world))
}

/** A star goes with the message that is deleted, for a subscriber who leaves then too. */
const starOnDeleted: Scenario = async (world) => {
  const [ada, cleo] = [named(world.model, 'ada'), named(world.model, 'cleo')]
  const leadership = streamNamed(world.model, 'leadership')!
  await act(world, () => sendOne(world, ada, inLunch(leadership)))
  const id = last(world)
  await act(world, () => flagMessages(world, cleo, { op: 'add', flag: 'starred' }, [id]))
  await compareQueues(world)
  await act(
    world,
    () => deleteOne(world, ada, id),
    () => unsubscribeUser(world, cleo, leadership, cleo),
  )
  await compareAll(world, id)
}

/** A message that moved from a private stream to one that its reader is not in is read, also after they left. */
const movedThenLeft: Scenario = async (world) => {
  const [ada, cleo] = [named(world.model, 'ada'), named(world.model, 'cleo')]
  const leadership = streamNamed(world.model, 'leadership')!
  for (const target of ['test', 'board']) {
    await act(world, () => sendOne(world, ada, inLunch(leadership)))
    const id = last(world)
    await compareQueues(world)
    const move = { stream: streamNamed(world.model, target)!.id, mode: 'change_one' } as const
    await act(world, () => moveOne(world, ada, id, move))
  }
  await act(world, () => unsubscribeUser(world, cleo, leadership, cleo))
  await compareAll(world, last(world))
}

/** What waits in the queues of a public stream does not reach people whom it has become private to. */
const closedThenRemoved: Scenario = async (world) => {
  const { model } = world
  const [ada, ben, cleo] = [named(model, 'ada'), named(model, 'ben'), named(model, 'cleo')]
  const test = streamNamed(model, 'test')!
  await act(world, () => sendOne(world, ada, inLunch(test)))
  const id = last(world)
  await compareQueues(world)
  await act(
    world,
    () => sendOne(world, ada, inLunch(test)),
    () => reactOnce(world, cleo, id, 'tada', 'add'),
    () => setPrivacy(world, ada, test, true),
    () => unsubscribeUser(world, ada, test, ben),
  )
  await compareAll(world, id)
  // Everything comes back for those who can read it again; nothing comes twice.
  await act(world, () => setPrivacy(world, ada, test, false))
  await restart(world, 'SIGKILL')
  await compareAll(world, id)
}

/** The subscribers of a private stream keep its messages when it is archived, and learn what happens to them. */
const archivedThenChanged: Scenario = async (world) => {
  const { model } = world
  const [ada, ben, dora] = [named(model, 'ada'), named(model, 'ben'), named(model, 'dora')]
  const board = streamNamed(model, 'board')!
  await act(
    world,
    () => sendOne(world, ada, inLunch(board)),
    () => sendOne(world, dora, inLunch(board)),
  )
  const id = last(world)
  await act(
    world,
    () => unsubscribeUser(world, ben, board, ben),
    () => archiveOne(world, ada, board),
    () => reactOnce(world, dora, id, 'tada', 'add'),
  )
  await compareAll(world, id)
  await act(
    world,
    () => reactOnce(world, ada, id, 'heart', 'add'),
    () => deleteOne(world, ada, id),
  )
  await compareAll(world, id)
}

/** After a restart, what somebody could see is decided by the role that they had then, not by the last two. */
const rolesBeforeRestart: Scenario = async (world) => {
  const { model } = world
  const [ada, ben] = [named(model, 'ada'), named(model, 'ben')]
  const announcements = streamNamed(model, 'announcements')!
  await act(
    world,
    () => unsubscribeUser(world, ben, announcements, ben),
    () => sendOne(world, ada, inLunch(announcements)),
    () => setRole(world, ada, ben, 'guest'),
    () => sendOne(world, ada, inLunch(announcements)),
    () => setRole(world, ada, ben, 'administrator'),
    () => setRole(world, ada, ben, 'member'),
  )
  await restart(world, 'SIGKILL')
  for (const client of world.clients) await compareClient(world, client)
  await compareAll(world, last(world))
}

export const visibilityScenarios: Record<string, Scenario> = {
  openedThenLeft,
  renamedThenOpened,
  starOnDeleted,
  movedThenLeft,
  closedThenRemoved,
  archivedThenChanged,
  rolesBeforeRestart,
}
