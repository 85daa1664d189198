import type { Chat } from '../src/chat/chat.ts'
import type { DemoOrganization } from '../src/chat/demo/create-demo-organization.ts'
import type { User } from '../src/chat/identity/users/user.ts'
import { loadAddSubscriptions, loadCreateUser, loadIndexMessages, loadStreamStore } from './built.ts'

const words = 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt'.split(
  ' ',
)

const MESSAGES_AT_ONCE = 500

/** What stands where in a filled organization. */
export interface FillOptions {
  streams: readonly string[]
  /** index of the stream of a message */
  place(index: number): number
  senders: readonly User[]
  write(index: number): string
}

/** Messages in the demo's public streams, spread over topics. */
export const fillMessages = (chat: Chat, demo: DemoOrganization, count: number) =>
  fill(chat, demo, count, {
    streams: ['general', 'test'],
    place: (index) => index % 2,
    senders: [demo.people.ada, demo.people.ben],
    write: (index) =>
      Array.from({ length: 14 }, (_, word) => words[(index * 7 + word * 3) % words.length]).join(' '),
  })

/** Straight into the tables, as nobody has time to send them. */
export async function fill(
  chat: Chat,
  demo: DemoOrganization,
  count: number,
  { streams: names, place, senders, write }: FillOptions,
): Promise<void> {
  const { findStreamByName } = await loadStreamStore()
  const streams = await Promise.all(
    names.map(async (name) => (await findStreamByName(chat.database.read, demo.realm.id, name))!),
  )
  for (let start = 0; start < count; start += MESSAGES_AT_ONCE) {
    const end = Math.min(start + MESSAGES_AT_ONCE, count)
    await chat.transact(demo.realm.id, async (transaction) => {
      const rows = []
      for (let index = start; index < end; index += 1) {
        const stream = streams[place(index)]!
        const topic = `topic ${Math.floor(index / 50) % 2000}`
        const content = write(index)
        rows.push({
          realm_id: demo.realm.id,
          id: await transaction.next('messages'),
          recipient_id: stream.recipient_id,
          stream_id: stream.id,
          sender_id: senders[index % senders.length]!.id,
          topic,
          topic_key: topic,
          client: 'bench',
          content,
          rendered_content: `<p>${content}</p>`,
          sent_at: 1_700_000_000 + index,
          edited_at: null,
          has_link: 0,
          has_image: 0,
          has_attachment: 0,
          mentions_everyone: 0,
          event_position: transaction.position,
        })
      }
      await transaction.db.insertInto('messages').values(rows).execute()
    })
    progress('messages', end, count)
  }
  await indexAll(chat)
}

/** What a server would have done by the time: else it would do it while it is measured. */
async function indexAll(chat: Chat): Promise<void> {
  const { indexMessages } = await loadIndexMessages()
  await indexMessages(chat, { atLeast: 500, steps: Number.POSITIVE_INFINITY })
}

/** More people of the organization; they join no stream. */
export async function addPeople(chat: Chat, demo: DemoOrganization, count: number): Promise<User[]> {
  const { addUser } = await loadCreateUser()
  const people: User[] = []
  for (let start = 0; start < count; start += 500) {
    await chat.transact(demo.realm.id, async (transaction) => {
      for (let index = start; index < Math.min(start + 500, count); index += 1) {
        const { user } = await addUser(chat, transaction, demo.realm, {
          email: `person${index}@example.com`,
          fullName: `Person Number ${index}`,
          joinDefaultStreams: false,
        })
        people.push(user)
      }
    })
    progress('people', people.length, count)
  }
  return people
}

/** A public stream with these people and Ben in it. */
export async function addStreamWith(
  chat: Chat,
  demo: DemoOrganization,
  name: string,
  people: User[],
): Promise<void> {
  const { addSubscriptions } = await loadAddSubscriptions()
  const { ben } = demo.people
  await addSubscriptions(
    chat,
    { realm: demo.realm, user: ben },
    {
      subscriptions: [{ name }],
      principals: [ben.id, ...people.map((user) => user.id)],
      inviteOnly: false,
      announcementOnly: false,
      historyPublic: undefined,
      authorizationErrorsFatal: true,
      announce: false,
    },
  )
}

function progress(what: string, done: number, all: number): void {
  if (process.stdout.isTTY) process.stdout.write(`\r${what}: ${done} of ${all}${done === all ? '\n' : ''}`)
}
