import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../chat/chat-platform.ts'
import { emojiCodeOf, emojiNameByCode } from '../../chat/markdown/emoji-names.ts'
import { changePersonStatus, noStatus } from '../../chat/people/user-status/change-person-status.ts'
import {
  type PersonStatusesTable,
  personStatusesTable,
} from '../../chat/people/user-status/person-statuses-table.ts'
import { announceChanged } from '../../telephony/company/audit/record-change.ts'
import { type Contact, contactsTable } from '../../telephony/identity/contact.ts'
import { currentCompany } from '../../telephony/identity/current-company.ts'
import { saveUserStatus } from '../../telephony/status/save-user-status.ts'
import {
  type AdditionalStatus,
  clearedStatus,
  defaultUserStatus,
  type MainStatus,
  type UserStatus,
} from '../../telephony/status/user-status.ts'
import { findUserStatuses } from '../../telephony/status/user-status-store.ts'
import { takeEach } from '../accounts/sync-accounts.ts'
import { listMembers } from '../accounts/workspace-store.ts'
import {
  type WorkspaceMembersTable,
  workspaceMembersTable,
  workspacesTable,
} from '../accounts/workspace-tables.ts'
import type { Workspace } from '../workspace.ts'
import { sharedStatusesTable } from './bridge-tables.ts'
import { deleteCallStatus, hasCallStatus } from './call-status-store.ts'

/** What a person has chosen, in the chat or in the phones. Linked accounts have it in common. */
interface SharedStatus {
  availability: MainStatus
  text: string
  /** a character; '': none, or one that only the chat has */
  emoji: string
  /** epoch seconds */
  clear_at: number | null
}

/** What the chat shows for the statuses that the phones have a name for. The web app translates these texts. */
const words: Record<AdditionalStatus, Pick<SharedStatus, 'text' | 'emoji'>> = {
  in_a_meeting: { text: 'In a meeting', emoji: '📅' },
  on_a_call: { text: 'On a call', emoji: '☎' },
  lunch: { text: 'At lunch', emoji: '🍴' },
  holiday: { text: 'On vacation', emoji: '🌴' },
  afk: { text: 'Away from keyboard', emoji: '⌨' },
}

export const onCallColumns = {
  status_text: words.on_a_call.text,
  ...emojiColumns(words.on_a_call.emoji),
}

/**
 * Gives both halves of a linked account the same status. What they had in common the last time says which of them the
 * person has changed since; if both, the chat wins. It can be repeated at any time, so no event needs to be kept.
 */
export async function shareStatus(workspace: Workspace, member: WorkspaceMembersTable): Promise<void> {
  const { realm_id, user_id, company_id, contact_id } = member
  const key = { realm_id, user_id }
  const { read } = workspace.database
  const phones = workspace.telephony.database.read
  const last = await sharedStatusesTable.find(read, key)
  const contact =
    contact_id !== null && member.is_created
      ? await contactsTable.find(phones, { company_id, id: contact_id })
      : undefined
  if (!contact) {
    if (last) await workspace.transact(realm_id, ({ db }) => sharedStatusesTable.remove(db, key))
    return
  }
  const inChat = await statusInChat(read, key, contact)
  const onPhones = statusOnPhones(
    (await findUserStatuses(phones, company_id, [contact.id])).get(contact.id),
    contact,
  )
  const before: SharedStatus =
    last?.contact_id === contact.id ? JSON.parse(last.status) : isNothing(inChat) ? inChat : onPhones
  const isSame = isDeepStrictEqual(inChat, onPhones)
  const isFromChat = isSame || !isDeepStrictEqual(inChat, before)
  const status = isFromChat ? inChat : onPhones
  if (!isSame && isFromChat) await showOnPhones(workspace, contact, onPhones, status)
  const stored = JSON.stringify(status)
  if (isFromChat && last?.contact_id === contact.id && last.status === stored) return
  if (isFromChat && !last && isNothing(status)) return
  await workspace.transact(realm_id, async (transaction) => {
    const { db } = transaction
    if (!isFromChat) {
      // It has changed meanwhile: the event of that change compares both again.
      if (!isDeepStrictEqual(await statusInChat(db, key, contact), inChat)) return
      await deleteCallStatus(db, key)
      await changePersonStatus(transaction, key, columnsInChat(status))
    }
    await sharedStatusesTable.put(db, { ...key, contact_id: contact.id, status: stored })
  })
}

const isNothing = (status: SharedStatus) => isDeepStrictEqual(status, nothing)

const nothing: SharedStatus = { availability: 'available', text: '', emoji: '', clear_at: null }

/** "On a call" that the bridge has set is not a choice. */
async function statusInChat(
  db: Db,
  key: Pick<PersonStatusesTable, 'realm_id' | 'user_id'>,
  contact: Contact,
): Promise<SharedStatus> {
  const row = { ...noStatus, ...(await personStatusesTable.find(db, key)) }
  const chosen = row.do_not_disturb ? 'do_not_disturb' : row.away ? 'away' : 'available'
  const isCall = row.status_text === onCallColumns.status_text && (await hasCallStatus(db, key))
  const codes = row.reaction_type === 'unicode_emoji' && !isCall ? row.emoji_code.split('-') : []
  return {
    availability: availabilityOf(chosen, contact),
    text: isCall ? '' : row.status_text,
    emoji: String.fromCodePoint(...codes.map((code) => Number.parseInt(code, 16))),
    clear_at: row.clear_at,
  }
}

function columnsInChat({ availability, text, emoji, clear_at }: SharedStatus) {
  return {
    away: availability === 'away' ? 1 : 0,
    do_not_disturb: availability === 'do_not_disturb' ? 1 : 0,
    status_text: text,
    ...emojiColumns(emoji),
    clear_at,
  }
}

function emojiColumns(character: string) {
  const code = emojiCodeOf(character)
  const name = emojiNameByCode.get(code)
  if (name === undefined) return { emoji_name: '', emoji_code: '', reaction_type: '' }
  return { emoji_name: name, emoji_code: code, reaction_type: 'unicode_emoji' }
}

/** Users who have never signed in to the phones are away there, without having chosen it. */
const availabilityOf = (main: MainStatus, contact: Contact): MainStatus =>
  main === defaultUserStatus(contact).main_status ? 'available' : main

function statusOnPhones(stored: UserStatus | undefined, contact: Contact): SharedStatus {
  const status = stored ?? defaultUserStatus(contact)
  const { main_status: main, manual_status: manual, status_text: text, emoji, clear_at } = status
  const chosen = text !== '' || emoji !== '' || manual === '' ? { text, emoji } : words[manual]
  const code = emojiCodeOf(chosen.emoji)
  return {
    availability: availabilityOf(main, contact),
    text: chosen.text,
    // As the chat writes it. It shows none that it does not know.
    emoji: emojiNameByCode.has(code) ? chosen.emoji.replaceAll('\ufe0f', '') : '',
    clear_at: clear_at === null ? null : clear_at / 1000,
  }
}

/** `expected`: what was compared. If it has changed meanwhile, the event of that change compares both again. */
async function showOnPhones(
  { telephony }: Workspace,
  { company_id: companyId, id }: Contact,
  expected: SharedStatus,
  { availability, text, emoji, clear_at }: SharedStatus,
): Promise<void> {
  const company = await currentCompany(telephony, companyId)
  if (!company) return
  await telephony.transact(companyId, async (tx) => {
    const contact = await contactsTable.find(tx.db, { company_id: companyId, id })
    if (!contact) return
    const cleared = clearedStatus(contact)
    const named = Object.entries(words).find(([, one]) => isDeepStrictEqual(one, { text, emoji }))
    const { changed } = await saveUserStatus(telephony, tx, company, contact, (stored) =>
      isDeepStrictEqual(statusOnPhones(stored, contact), expected)
        ? {
            main_status: availability === 'available' ? cleared.main_status : availability,
            manual_status: (named?.[0] ?? '') as AdditionalStatus | '',
            status_text: named ? '' : text,
            emoji: named ? '' : emoji,
            clear_at: clear_at === null ? null : clear_at * 1000,
          }
        : {},
    )
    if (changed) announceChanged(tx, 'user_status', id)
  })
}

const MEMBERS_AT_ONCE = 200

/**
 * Compares the statuses that events have named. Since events may be missed, all are compared when this server becomes
 * the leader, and from time to time.
 */
export class StatusSync {
  readonly #workspace: Workspace
  readonly #members = new Map<string, Match>()

  constructor(workspace: Workspace) {
    this.#workspace = workspace
    const note = (match: Match) => this.#members.set(Object.values(match).join(':'), match)
    const { follower, telephony } = workspace
    follower.on('user_status', ({ tenant, payload: { user_id } }) => note({ realm_id: tenant, user_id }))
    follower.on('account_link_changed', ({ tenant, payload: { user_id } }) =>
      note({ realm_id: tenant, user_id }),
    )
    telephony.follower.on('changed', ({ tenant, payload: { kind, id } }) => {
      if (kind === 'user_status') note({ company_id: tenant, contact_id: id })
    })
  }

  async run(): Promise<void> {
    await takeEach(this.#members, async (match) => {
      const member = await workspaceMembersTable.findBy(this.#workspace.database.read, match)
      if (member) await shareStatus(this.#workspace, member)
    })
  }

  /** For servers that do not lead: the leader does it. */
  forget(): void {
    this.#members.clear()
  }

  async runAll(stopping?: AbortSignal): Promise<void> {
    const { read } = this.#workspace.database
    for (const { realm_id, company_id } of await workspacesTable.list(read, {})) {
      for (let after = 0; ; ) {
        const members = await listMembers(read, realm_id, after, MEMBERS_AT_ONCE)
        const user_id = members.map((member) => member.user_id)
        const ids = members.flatMap(({ contact_id: id }) => id ?? [])
        const inChat = await personStatusesTable.list(read, { realm_id, user_id })
        const last = await sharedStatusesTable.list(read, { realm_id, user_id })
        const withStatus = new Set([...inChat, ...last].map((row) => row.user_id))
        const onPhones = await findUserStatuses(this.#workspace.telephony.database.read, company_id, ids)
        for (const member of members) {
          if (stopping?.aborted) return
          const isSet = withStatus.has(member.user_id) || onPhones.has(member.contact_id ?? '')
          if (isSet) await shareStatus(this.#workspace, member)
        }
        if (members.length < MEMBERS_AT_ONCE) break
        after = user_id.at(-1)!
      }
    }
  }
}

type Match = { realm_id: number; user_id: number } | { company_id: number; contact_id: string }
