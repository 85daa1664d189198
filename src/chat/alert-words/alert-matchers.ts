import { type Remembered, remember } from '../../platform/remembered.ts'
import type { Db } from '../chat.ts'
import { listAlertWords } from './alert-word-store.ts'
import { buildAlertMatcher } from './match-alert-words.ts'

/** Per organization: which people a text would alert. */
export type AlertMatchers = Remembered<number, (content: string) => number[]>

export function createAlertMatchers(read: Db): AlertMatchers {
  return remember(1000, async (realmId) => buildAlertMatcher(await listAlertWords(read, realmId)))
}
