import { isBot, type User } from '../../chat/identity/users/user.ts'
import { findUser } from '../../chat/identity/users/user-store.ts'
import { renderContent } from '../../chat/messages/sending/render-content.ts'
import { sendNotification } from '../../chat/messages/sending/send-notification.ts'
import type { TelephonyEvent, TelephonyEventType } from '../../telephony/telephony-event-map.ts'
import { findMemberOfContact } from '../accounts/workspace-store.ts'
import { copyToChat } from './copy-to-chat.ts'
import type { Crossing, EffectOf } from './crossing.ts'

/** What the bot writes to some people. */
export interface Notice {
  /** telephony users; those without an account are left out */
  contacts: readonly string[]
  /** Markdown */
  content: string
  /** ids of files of the telephony, which are attached if there is room */
  files?: readonly string[]
}

/** The effect of an event of which people are notified: a private message of the bot to each of them. */
export const notify =
  <Type extends TelephonyEventType>(
    noticeOf: (crossing: Crossing, payload: TelephonyEvent<Type>['payload']) => Promise<Notice | undefined>,
  ): EffectOf<Type> =>
  async (crossing, { payload }) => {
    const { workspace, realm, bot } = crossing
    const notice = await noticeOf(crossing, payload)
    const people = notice ? await accountsOf(crossing, notice.contacts) : []
    if (!notice || people.length === 0) return undefined
    const { links } = await copyToChat(crossing, notice.files ?? [])
    const content = [notice.content, ...links].join('\n')
    const rendered = await renderContent(workspace, workspace.database.read, { realm, user: bot }, content)
    return async (transaction) => {
      for (const to of people) {
        await sendNotification(workspace, transaction, realm, { to, content, rendered })
      }
    }
  }

async function accountsOf(
  { workspace, realm, company }: Crossing,
  contacts: readonly string[],
): Promise<User[]> {
  const { read } = workspace.database
  const people: User[] = []
  for (const contact of contacts) {
    const member = await findMemberOfContact(read, company.id, contact)
    const user = member && (await findUser(read, realm.id, member.user_id))
    if (user?.is_active && !isBot(user)) people.push(user)
  }
  return people
}
