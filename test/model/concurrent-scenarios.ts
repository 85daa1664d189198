import { comparePage, pageValues } from './compare-page.ts'
import { compareInitialData } from './compare-user.ts'
import { sendValues } from './message-steps.ts'
import { type ModelUser, streamNamed } from './model-chat.ts'
import { addMessage, type Destination, deleteMessage } from './model-messages.ts'
import { ModelMismatch } from './model-mismatch.ts'
import { findInNarrow, type Term } from './model-narrow.ts'
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

interface Reader {
  user: ModelUser
  narrow: Term[]
}

/** Pages on from the newest message that it knows, as a client does that has lost its queue. */
async function follow(world: World, { user, narrow }: Reader, after: number, isDone: () => boolean) {
  const seen: number[] = []
  for (let last = after, isLast = false; !isLast; ) {
    isLast = isDone()
    const values = { anchor: last, num_before: 0, num_after: 100, narrow }
    const { body } = await call(world, user, 'GET', '/messages', values, { isFresh: false })
    const ids = (body.messages as { id: number }[]).map(({ id }) => id).filter((id) => id > last)
    seen.push(...ids)
    last = ids.at(-1) ?? last
    if (ids.length > 0) isLast = false
  }
  return seen
}

/** While messages are sent, a reader who pages on sees each message, none before an older one. */
async function sendWhileFollowed(
  world: World,
  readers: readonly Reader[],
  sendAll: () => Promise<Sent>[],
): Promise<void> {
  const after = world.model.lastId
  let isDone = false
  const following = readers.map((reader) => follow(world, reader, after, () => isDone))
  const sent = await Promise.all(sendAll())
  isDone = true
  const seen = await Promise.all(following)
  addSent(world, sent)
  note(world, `${sent.map(({ id }) => id)} were sent while others paged on from ${after}`)
  for (const [index, { user, narrow }] of readers.entries()) {
    const ids = findInNarrow(world.model, user, narrow)!.map(({ id }) => id)
    const expected = ids.filter((id) => id > after)
    const asked = `for every page of ${JSON.stringify(narrow)} after ${after}`
    ModelMismatch.check(user.email, asked, expected, seen[index])
  }
}

const EXTRA_PEOPLE = { short: 6, long: 20 }

/** The first message of a conversation is seen like any other. */
const newConversations: Scenario = async (world) => {
  const { model } = world
  const general = streamNamed(model, 'general')!
  const extras: ModelUser[] = []
  for (let index = 0; index < (world.isLong ? EXTRA_PEOPLE.long : EXTRA_PEOPLE.short); index += 1)
    extras.push(await addPerson(world, `extra${index}`, `Extra ${index}`))
  openSubscriptions(model, general, extras)
  const [dora, ben, ada] = [named(model, 'dora'), named(model, 'ben'), named(model, 'ada')]
  const pairs = extras.flatMap((one, index) => extras.slice(index).map((other) => [one, other] as const))
  const readers = [dora, ben].map((user) => ({ user, narrow: [] }))
  for (let start = 0; start < pairs.length; start += 6) {
    await sendWhileFollowed(world, readers, () =>
      pairs
        .slice(start, start + 6)
        .flatMap(([one, other], index) => [
          send(world, one, { people: [dora.id, one.id, other.id] }, `hello ${start + index}`),
          send(world, ada, { stream: general.id, topic: `talk ${index % 3}` }, 'meanwhile'),
        ]),
    )
  }
  await compareInitialData(world, dora)
}

/** Many people send to many places at once. */
const busyStreams: Scenario = async (world) => {
  const { model, random } = world
  const [ada, ben, cleo, dora] = ['ada', 'ben', 'cleo', 'dora'].map((name) => named(model, name))
  const places: Destination[] = ['general', 'random', 'test'].map((name) => ({
    stream: streamNamed(model, name)!.id,
    topic: 'lunch',
  }))
  places.push({ people: [dora!.id, ben!.id] }, { people: [ada!.id, cleo!.id] })
  const inGeneral = [{ operator: 'stream', operand: 'general' }]
  const readers = [
    { user: dora!, narrow: [] },
    { user: ben!, narrow: [] },
    { user: cleo!, narrow: inGeneral },
    { user: dora!, narrow: [{ operator: 'stream', operand: 'random' }] },
  ]
  for (let round = 0; round < (world.isLong ? ROUNDS.long / 5 : 10); round += 1) {
    const sends = Array.from({ length: 30 }, () => ({
      sender: random.pick([ada!, ben!, cleo!]),
      to: random.pick(places),
    }))
    await sendWhileFollowed(world, readers, () =>
      sends.map(({ sender, to }) => send(world, sender, to, `busy ${round}`)),
    )
    // What is kept of the newest messages is dropped by a deletion.
    const isGranted = deleteMessage(model, ada!, model.lastId)
    await expectCall(world, ada!, 'DELETE', `/messages/${model.lastId}`, {}, isGranted)
  }
}

const ROUNDS = { short: 60, long: 1000 }
/** About as long as a message takes to be stored. */
const MAX_TURNS = 300

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
    const turns = world.random.below(MAX_TURNS)
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

export const concurrentScenarios: Record<string, Scenario> = {
  newConversations,
  busyStreams,
  sentWhileLoading,
}
