import { secondsOf } from '../../platform/clock.ts'
import { addUser } from '../accounts/create-user.ts'
import { badRequest } from '../chat-error.ts'
import type { ChatPlatform } from '../chat-platform.ts'
import { recordOrganization } from '../identity/audit/record-audit.ts'
import { type Realm, realmOf, realmsTable } from '../identity/realms/realm.ts'
import { realmChanged } from '../identity/realms/realm-events.ts'
import { updateRealm } from '../identity/realms/realm-store.ts'
import { addStreams } from '../membership/add-stream.ts'
import type { Messages } from '../messages/messages.ts'

export interface NewRealm {
  name: string
  /** empty: the root domain */
  host: string
  description?: string
}

/** Creates an organization with its notification bot and the stream `general`, which everyone joins. */
export async function createRealm(chat: Messages, input: NewRealm): Promise<Realm> {
  const host = input.host.trim().toLowerCase()
  const name = input.name.trim()
  if (name === '') throw badRequest("Organization name can't be empty")
  checkHost(host)
  const id = await nextRealmId(chat)
  await chat.transact(id, async (transaction) => {
    const row = {
      id,
      host,
      name,
      description: input.description ?? '',
      created_at: secondsOf(chat.clock),
      deactivated: 0,
      user_defaults: '{}',
      settings: '{}',
      icon_url: null,
    }
    if (!(await realmsTable.insertIfAbsent(transaction.db, row))) {
      throw badRequest(
        host === '' ? 'The root domain already has an organization' : `Host '${host}' is taken`,
      )
    }
    const realm = realmOf(row)
    await recordOrganization(transaction, realm, 'created', { after: { name, host } })
    await addUser(chat, transaction, realm, {
      email: 'notification-bot@switchboard.invalid',
      fullName: 'Notification Bot',
      system: true,
    })
    const [general] = await addStreams(chat, transaction, realm, null, [
      {
        name: 'general',
        description: 'Everybody is here.',
        inviteOnly: false,
        historyPublic: true,
        announcementOnly: false,
        isDefault: true,
      },
    ])
    const settings = { ...realm.settings, notifications_stream_id: general!.id }
    await updateRealm(transaction.db, { ...realm, settings })
    transaction.announce(realmChanged(id))
    // Nodes that do not follow the new tenant may have cached that its host is unknown.
    await transaction.announceToAll(realmChanged(id))
  })
  return (await chat.realmsById.get(id))!
}

export function checkHost(host: string): void {
  if (!/^([a-z0-9-]+(\.[a-z0-9-]+)*)?$/.test(host)) throw badRequest(`Invalid host name '${host}'`)
}

/** Organization ids are counted under tenant 0, which is never an organization. */
function nextRealmId(chat: ChatPlatform): Promise<number> {
  return chat.database.write(0, {
    async work(batch) {
      const sequence = await batch.sequence(0, 'realms')
      sequence.value += 1
      return sequence.value
    },
  })
}
