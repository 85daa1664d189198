import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createUser } from '../accounts/create-user.ts'
import { keepUpload } from '../files/uploads/keep-upload.ts'
import { markAllAsRead } from '../history/read-state/mark-as-read.ts'
import type { Actor } from '../identity/users/user.ts'
import { addSubscriptions } from '../membership/add-subscriptions.ts'
import type { Messages } from '../messages/messages.ts'
import { addReaction } from '../messages/reactions/change-reaction.ts'
import { sendMessage } from '../messages/sending/send-message.ts'
import type { DemoOrganization } from './create-demo-organization.ts'
import { demoChart } from './demo-chart.ts'
import { type DemoMessage, type DemoPerson, demoConversations } from './demo-conversations.ts'

type People = Record<DemoPerson, Actor>

const HOUR_MS = 3_600_000
/** Older messages have been read. */
const UNREAD_HOURS = 8

const notes = `# 2.4\n\n- Imports are eighty times faster.\n- The sign-in page tells what is wrong.\n- Texts can be pinned.\n`
const files = {
  chart: { name: 'orders.png', bytes: demoChart },
  notes: { name: 'release-notes.md', bytes: Buffer.from(notes) },
}

/** More people, and a week of conversations that ends now, in the demo organization. */
export async function fillDemoOrganization(
  chat: Messages,
  { realm, people }: DemoOrganization,
  passwordHash: string,
): Promise<void> {
  const add = async (name: string, fullName: string): Promise<Actor> => {
    const email = `${name}@example.com`
    const person = { email, emailProven: true, fullName, passwordHash }
    return { realm, user: (await createUser(chat, realm, person)).user }
  }
  const everyone: People = {
    ada: { realm, user: people.ada },
    ben: { realm, user: people.ben },
    cleo: { realm, user: people.cleo },
    gus: { realm, user: people.gus },
    mei: await add('mei', 'Mei Tanaka'),
    omar: await add('omar', 'Omar Haddad'),
    lena: await add('lena', 'Lena Fischer'),
  }
  await addStreams(chat, everyone)
  const now = chat.clock.now()
  const isOld = ({ ago }: DemoMessage) => ago > UNREAD_HOURS
  const send = async (message: DemoMessage) =>
    write({ ...chat, clock: { now: () => now - message.ago * HOUR_MS } }, everyone, message)
  for (const message of demoConversations.filter(isOld)) await send(message)
  for (const person of Object.values(everyone)) await markAllAsRead(chat, person)
  for (const message of demoConversations.filter((one) => !isOld(one))) await send(message)
}

async function addStreams(chat: Messages, { ada, ben, cleo, mei, omar, lena }: People): Promise<void> {
  const join = (actor: Actor, name: string, people: readonly Actor[], description?: string) =>
    addSubscriptions(chat, actor, {
      subscriptions: [{ name, ...(description && { description }) }],
      principals: people.map(({ user }) => user.email),
      inviteOnly: false,
      announcementOnly: false,
      historyPublic: undefined,
      authorizationErrorsFatal: true,
      announce: false,
    })
  await join(ada, 'announcements', [mei, omar, lena])
  await join(ben, 'engineering', [ada, ben, mei, lena], 'How our software is made.')
  await join(omar, 'support', [ada, cleo, omar], 'Questions of customers.')
  await join(ben, 'random', [mei, omar, lena])
}

async function write(chat: Messages, people: People, message: DemoMessage): Promise<void> {
  const { from, to, content, file, reactions = [] } = message
  const actor = people[from]
  const link = file ? `\n\n${await upload(chat, actor, files[file])}` : ''
  const destination = Array.isArray(to)
    ? { type: 'private', to: to.map((name) => people[name].user.id), topic: undefined }
    : { type: 'stream', to: [to.stream], topic: to.topic }
  const id = await sendMessage(chat, actor, { ...destination, content: content + link, client: 'website' })
  for (const [name, ...fans] of reactions) {
    for (const fan of fans)
      await addReaction(chat, people[fan], id, { name, code: undefined, type: undefined })
  }
}

/** Returns the Markdown of the link. */
async function upload(chat: Messages, actor: Actor, file: { name: string; bytes: Buffer }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'switchboard-demo-'))
  try {
    const path = join(folder, file.name)
    await writeFile(path, file.bytes)
    const received = { field: 'file', name: file.name, path, size: file.bytes.length }
    const { uri } = await keepUpload(chat, actor, [received])
    return `[${file.name}](${uri})`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
