import { createHash } from 'node:crypto'
import type { Chat } from '../../src/chat/chat.ts'
import { stepOf } from '../progress.ts'
import { insertRows } from './insert-rows.ts'

const AT_ONCE = 5000

/** A person's key follows from their number: a load generator needs no list of keys. */
export const keyOf = (index: number) =>
  createHash('sha256').update(`person ${index}`).digest('hex').slice(0, 32)

const emailOf = (index: number) => `person${index}@example.com`

export const authorizationOf = (index: number) =>
  `Basic ${Buffer.from(`${emailOf(index)}:${keyOf(index)}`).toString('base64')}`

const columns = [
  'realm_id',
  'id',
  'email',
  'email_key',
  'full_name',
  'name_key',
  'short_name',
  'role',
  'previous_role',
  'role_changed_at',
  'is_system',
  'is_active',
  'date_joined',
  'timezone',
  'api_key_hash',
  'api_key_sealed',
  'settings',
  'owner_told_at',
]

/** Adds people without sending events about them. Returns the id of the first. */
export async function addPeopleInBulk(
  chat: Chat,
  realmId: number,
  from: number,
  count: number,
): Promise<number> {
  let firstId = 0
  for (let start = 0; start < count; start += AT_ONCE) {
    await chat.database.write(realmId, {
      async work(batch) {
        const sequence = await batch.sequence(realmId, 'users')
        if (start === 0) firstId = sequence.value + 1
        const rows = []
        for (let offset = start; offset < Math.min(start + AT_ONCE, count); offset += 1) {
          sequence.value += 1
          const index = from + offset
          const key = keyOf(index)
          rows.push([
            realmId,
            sequence.value,
            emailOf(index),
            emailOf(index),
            `Person Number ${index}`,
            `person number ${index}`,
            `person${index}`,
            'member',
            'member',
            0,
            0,
            1,
            1_700_000_000,
            '',
            chat.secrets.hash(key),
            chat.secrets.encrypt(key),
            '{}',
            0,
          ])
        }
        await insertRows(batch.db, 'users', columns, rows)
      },
    })
    stepOf('people', Math.min(start + AT_ONCE, count), count)
  }
  return firstId
}
