import { createUser } from '../accounts/create-user.ts'
import type { Realm } from '../identity/realms/realm.ts'
import type { Actor, User } from '../identity/users/user.ts'
import { addSubscriptions } from '../membership/add-subscriptions.ts'
import type { Messages } from '../messages/messages.ts'
import { createRealm } from '../organization/create-realm.ts'
import { createProfileField, setProfileValue } from '../people/profile-fields/store-profile.ts'

export interface DemoOrganization {
  realm: Realm
  people: Record<'ada' | 'ben' | 'cleo' | 'gus', User>
  bots: Record<'hookBot' | 'echoBot', User>
}

/** Acme, the organization of the documentation's examples. */
export async function createDemoOrganization(
  chat: Messages,
  passwordHash: string | undefined,
  host = '',
): Promise<DemoOrganization> {
  const realm = await createRealm(chat, {
    name: 'Acme',
    host,
    description: 'The demo organization of Switchboard.',
  })
  const add = async (name: string, fullName: string, rest: object = {}) =>
    (
      await createUser(chat, realm, {
        email: `${name}@example.com`,
        emailProven: true,
        fullName,
        ...(passwordHash && { passwordHash }),
        ...rest,
      })
    ).user
  const ada = await add('ada', 'Ada Lovelace', { role: 'administrator', timezone: 'Europe/London' })
  const ben = await add('ben', 'Ben Okri')
  const cleo = await add('cleo', 'Cleo Vance')
  const gus = await add('gus', 'Gus Green', { role: 'guest' })
  const hookBot = await addBot(chat, realm, 'hook-bot', 'Hook Bot', 2, ada)
  const echoBot = await addBot(chat, realm, 'echo-bot', 'Echo Bot', 1, ben)
  await createStreams(chat, { realm, user: ada }, { realm, user: ben })
  const phone = await createProfileField(chat, realm, {
    name: 'Phone number',
    type: 1,
    hint: 'With the country code',
  })
  const biography = await createProfileField(chat, realm, { name: 'Biography', type: 2, hint: '' })
  await setProfileValue(chat, ada, phone, '+1 202 555 0101')
  await setProfileValue(chat, ada, biography, 'Wrote the **first** program.')
  return { realm, people: { ada, ben, cleo, gus }, bots: { hookBot, echoBot } }
}

async function addBot(
  chat: Messages,
  realm: Realm,
  name: string,
  fullName: string,
  type: number,
  owner: User,
) {
  const { user } = await createUser(chat, realm, {
    email: `${name}@example.com`,
    fullName,
    bot: { type, owner },
  })
  return user
}

async function createStreams(chat: Messages, ada: Actor, ben: Actor): Promise<void> {
  const open = {
    inviteOnly: false,
    announcementOnly: false,
    historyPublic: undefined,
    authorizationErrorsFatal: true,
    announce: false,
  }
  const everyone = ['ada', 'ben', 'cleo'].map((name) => `${name}@example.com`)
  await addSubscriptions(chat, ada, {
    ...open,
    subscriptions: [{ name: 'announcements', description: 'What everybody should know.' }],
    principals: everyone,
    announcementOnly: true,
  })
  await addSubscriptions(chat, ada, {
    ...open,
    subscriptions: [{ name: 'test', description: 'For trying things out.' }],
    principals: ['ada@example.com', 'ben@example.com'],
  })
  await addSubscriptions(chat, ben, {
    ...open,
    subscriptions: [{ name: 'random', description: 'Off topic.' }],
    principals: [],
  })
  await addSubscriptions(chat, ada, {
    ...open,
    subscriptions: [{ name: 'leadership', description: 'Behind closed doors.' }],
    principals: ['ada@example.com', 'cleo@example.com'],
    inviteOnly: true,
  })
}
