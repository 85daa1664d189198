import { readRecords } from '../foreign/read-records.ts'

const [PERSON, STREAM] = [1, 2]

export interface ZulipSubscription {
  userId: number
  isActive: boolean
  color: string | undefined
  isMuted: boolean
  isPinned: boolean
}

/** What a Zulip recipient refers to, and who is subscribed to it. Groups of people are subscribed, too. */
export interface ZulipRecipients {
  kindOf: ReadonlyMap<number, { personId: number } | { streamId: number } | 'group'>
  subscriptions: ReadonlyMap<number, readonly ZulipSubscription[]>
}

export async function readZulipRecipients(folder: string): Promise<ZulipRecipients> {
  const kindOf = new Map<number, { personId: number } | { streamId: number } | 'group'>()
  const subscriptions = new Map<number, ZulipSubscription[]>()
  for await (const some of readRecords(folder, 'realm.json', ['zerver_recipient', 'zerver_subscription'])) {
    for (const { list, record } of some) {
      if (list === 'zerver_recipient') {
        const type = record.number('type')
        const target = record.id('type_id')
        kindOf.set(
          record.id('id'),
          type === PERSON ? { personId: target } : type === STREAM ? { streamId: target } : 'group',
        )
        continue
      }
      const recipient = record.id('recipient')
      const known = subscriptions.get(recipient) ?? []
      subscriptions.set(recipient, known)
      const color = record.optionalText('color')
      known.push({
        userId: record.id('user_profile'),
        isActive: !record.has('active') || record.flag('active'),
        color: /^#[0-9a-f]{6}$/i.test(color) ? color : undefined,
        // Older versions say the opposite.
        isMuted: record.flag('is_muted') || (record.has('in_home_view') && !record.flag('in_home_view')),
        isPinned: record.flag('pin_to_top'),
      })
    }
  }
  return { kindOf, subscriptions }
}
