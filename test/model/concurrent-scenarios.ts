import { comparePage, pageValues } from './compare-page.ts'
import { compareInitialData } from './compare-user.ts'
import { sendValues } from './message-steps.ts'
import { type ModelUser, streamNamed } from './model-chat.ts'
import { addMessage, type Destination, deleteMessage } from './model-messages.ts'
import { ModelMismatch } from './model-mismatch.ts'
import { openSubscriptions } from './model-subscriptions.ts'
import { call, expectCall, type World } from './model-world.ts'
import { addPerson, named } from './open-world.ts'
import { note } from './run-model.ts'
import type { Scenario } from './scenarios.ts'

interface Sent {
  id: number
  sender: ModelUser
  destination: Destination
  content: string
}

async function send(
  world: World,
  sender: ModelUser,
  destination: Destination,
  content: string,
): Promise<Sent> {
  const values = sendValues(world.model, destination, content, 'script', true)
  const { body } = await call(world, sender, 'POST', '/messages', values, { isFresh: false })
  if (body.result !== 'success') throw new ModelMismatch(sender.email, 'POST /messages', 'success', body)
  return { id: body.id as number, sender, destination, content }
}

function addSent(world: World, sent: readonly Sent[]): void {
  for (const { id, sender, destination, content } of [...sent].sort((one, other) => one.id - other.id))
    addMessage(world.model, id, sender.id, destination, content, 'script')
}

/** Pages on from the newest message that it knows, as a client does that has lost its queue. */
async function follow(
  world: World,
  reader: ModelUser,
  after: number,
  isDone: () => boolean,
): Promise<number[]> {
  const seen: number[] = []
  for (let last = after, isLast = false; !isLast; ) {
    isLast = isDone()
    const values = { anchor: last, num_before: 0, num_after: 100 }
    const { body } = await call(world, reader, 'GET', '/messages', values, { isFresh: false })
    const ids = (body.messages as { id: number }[]).map(({ id }) => id).filter((id) => id > last)
    seen.push(...ids)
    last = ids.at(-1) ?? last
    if (ids.length > 0) isLast = false
  }
  return seen
}

const EXTRA_PEOPLE = { short: 6, long: 20 }

/** A client that pages on sees every message, also the first one of a conversation that begins meanwhile. */
const newConversations: Scenario = async (world) => {
  const { model } = world
  const general = streamNamed(model, 'general')!
  for (let index = 0; index < (world.isLong ? EXTRA_PEOPLE.long : EXTRA_PEOPLE.short); index += 1) {
    const person = await addPerson(world, `extra${index}`, `Extra ${index}`)
    openSubscriptions(model, general, [person])
  }
  const extras = model.users.filter(({ email }) => email.startsWith('extra'))
  const [dora, ben, ada] = [named(model, 'dora'), named(model, 'ben'), named(model, 'ada')]
  const groups: Destination[] = extras.flatMap((one, index) =>
    extras.slice(index).map((other) => ({ people: [dora.id, one.id, other.id] })),
  )
  for (let start = 0; start < groups.length; start += 6) {
    const after = model.lastId
    let isDone = false
    const readers = [dora, ben].map((reader) => follow(world, reader, after, () => isDone))
    const sending = groups.slice(start, start + 6).flatMap((group, index) => {
      const sender = model.users.find(({ id }) => 'people' in group && id === group.people[1])!
      const toStream = { stream: general.id, topic: `talk ${index % 3}` }
      return [send(world, sender, group, `hello ${start + index}`), send(world, ada, toStream, 'meanwhile')]
    })
    const sent = await Promise.all(sending)
    isDone = true
    const seen = await Promise.all(readers)
    addSent(world, sent)
    note(world, `conversations ${start} to ${start + 5} began while dora and ben paged on from ${after}`)
    for (const [index, reader] of [dora, ben].entries()) {
      const received = [...reader.copies.keys()].filter((id) => id > after)
      ModelMismatch.check(reader.email, `for every page after ${after}`, received, seen[index])
    }
  }
  await compareInitialData(world, dora)
}

const ROUNDS = { short: 60, long: 1000 }
/** About as long as a message takes to be stored. */
const MOST_TURNS = 300

/** What is sent while the newest messages are being loaded is found afterwards, before anything else is sent. */
const sentWhileLoading: Scenario = async (world) => {
  const { model } = world
  const [ada, ben, dora] = [named(model, 'ada'), named(model, 'ben'), named(model, 'dora')]
  const destination = { stream: streamNamed(model, 'general')!.id, topic: 'lunch' }
  const elsewhere = { stream: streamNamed(model, 'test')!.id, topic: 'lunch' }
  const sides = { numBefore: 5, numAfter: 5, applyMarkdown: true }
  for (let round = 0; round < (world.isLong ? ROUNDS.long : ROUNDS.short); round += 1) {
    const gone = await send(world, ada, elsewhere, 'gone soon')
    const newest = await send(world, ada, destination, 'newest')
    addSent(world, [gone, newest])
    const inGeneral = { ...sides, narrow: [{ operator: 'stream', operand: 'general' }], anchor: newest.id }
    await comparePage(world, dora, inGeneral)
    // The newest messages of all streams have to be loaded again after a deletion.
    deleteMessage(model, ada, gone.id)
    await expectCall(world, ada, 'DELETE', `/messages/${gone.id}`, {}, true)
    const turns = world.random.below(MOST_TURNS)
    const look = async () => {
      for (let left = turns; left > 0; left -= 1) await new Promise((next) => setImmediate(next))
      const question = pageValues({ ...sides, narrow: [], anchor: newest.id })
      await call(world, dora, 'GET', '/messages', question, { isFresh: false })
    }
    const [sent] = await Promise.all([send(world, ben, destination, `round ${round}`), look()])
    addSent(world, [sent])
    note(world, `round ${round}: ${gone.id} was deleted, ${sent.id} sent while dora looked`)
    await comparePage(world, dora, inGeneral)
    await comparePage(world, dora, { ...inGeneral, anchor: 'newest' })
  }
}

export const concurrentScenarios: Record<string, Scenario> = { newConversations, sentWhileLoading }
